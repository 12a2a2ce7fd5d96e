#pragma once

#include <QDoubleSpinBox>
#include <QFrame>

class QToolButton;

namespace regard {

/// A number of a matrix as pictures write it: "−4", at most four digits. It counts once it is finished.
class CellNumber : public QDoubleSpinBox {
    Q_OBJECT
public:
    explicit CellNumber(QWidget *parent);

    QString textFromValue(double value) const override;
    double valueFromText(const QString &text) const override;
    QValidator::State validate(QString &text, int &position) const override;
};

/// "− 4 +": one cell in place. The steps suit the number: whole numbers go by 1.
class CellField : public QFrame {
    Q_OBJECT
public:
    explicit CellField(QWidget *parent);

    void setValue(double value); ///< asks for nothing
    double value() const { return m_number->value(); }
    /// The cell's name, for screen readers.
    void setName(const QString &name);
    void setScale(double scale);

    CellNumber *number() const { return m_number; }
    QToolButton *lessButton() const { return m_less; }
    QToolButton *moreButton() const { return m_more; }

signals:
    void asked(double value);

private:
    QToolButton *newButton(const QString &text, int direction);
    void fit();

    double m_scale = 1;
    int m_widest = 0; ///< pixels; of this cell
    QToolButton *m_less;
    CellNumber *m_number;
    QToolButton *m_more;
};

} // namespace regard
