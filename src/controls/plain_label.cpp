#include "controls/plain_label.h"

#include <QLabel>

namespace regard {

void showPlainly(QObject *polished)
{
    auto *label = qobject_cast<QLabel *>(polished);
    if (label && label->textFormat() == Qt::AutoText)
        label->setTextFormat(Qt::PlainText);
}

} // namespace regard
