#pragma once

#include <QDoubleSpinBox>

namespace regard {

/// A number as it is spelled in a paper: 0.003, 1e-9. It counts once it is finished.
class NumberBox : public QDoubleSpinBox {
    Q_OBJECT
public:
    explicit NumberBox(QWidget *parent);

    QString textFromValue(double value) const override;
    double valueFromText(const QString &text) const override;
    QValidator::State validate(QString &text, int &position) const override;
    /// Steps by half as much again, or by the step where the value is 0: what is learned by differs by powers.
    void stepBy(int steps) override;
};

} // namespace regard
