#pragma once

#include <QSpinBox>

namespace regard {

/// A whole number that counts once it is finished: typing 12 does not set 1 first. A number beyond the range can be
/// typed completely; it is then refused as a whole, and the former one stays.
class SizeSpinBox : public QSpinBox {
    Q_OBJECT
public:
    explicit SizeSpinBox(QWidget *parent = nullptr);

    QValidator::State validate(QString &text, int &position) const override;
    void fixup(QString &text) const override;

signals:
    /// The typed text is not a number from minimum to maximum.
    void refused(const QString &text) const;
};

} // namespace regard
