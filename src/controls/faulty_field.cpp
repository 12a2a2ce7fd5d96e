#include "controls/faulty_field.h"

#include <QStyle>
#include <QVariant>
#include <QWidget>

namespace regard {

void setFaulty(QWidget *field, bool isFaulty)
{
    // Another style is slow even where it looks the same.
    if (isFaulty == field->property("faulty").toBool())
        return;
    field->setProperty("faulty", isFaulty);
    field->style()->unpolish(field);
    field->style()->polish(field);
}

} // namespace regard
