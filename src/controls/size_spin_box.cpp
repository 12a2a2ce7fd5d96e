#include "controls/size_spin_box.h"

#include <algorithm>

namespace regard {

SizeSpinBox::SizeSpinBox(QWidget *parent) : QSpinBox(parent)
{
    setKeyboardTracking(false);
    setCorrectionMode(CorrectToPreviousValue);
}

QValidator::State SizeSpinBox::validate(QString &text, int &position) const
{
    const QValidator::State state = QSpinBox::validate(text, position);
    const bool isNumber = !text.isEmpty() && std::all_of(text.begin(), text.end(), [](QChar c) { return c.isDigit(); });
    return state == QValidator::Invalid && isNumber ? QValidator::Intermediate : state;
}

void SizeSpinBox::fixup(QString &text) const
{
    if (!text.isEmpty())
        emit refused(text);
    QSpinBox::fixup(text);
}

} // namespace regard
