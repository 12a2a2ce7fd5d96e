#pragma once

#include <QMessageBox>

namespace regard {

/// A message whose text is shown as it is: it may name files or repeat what a file says.
class PlainMessage : public QMessageBox {
public:
    PlainMessage(Icon icon, const QString &title, const QString &text, StandardButtons buttons, QWidget *parent)
        : QMessageBox(icon, title, text, buttons, parent)
    {
        setTextFormat(Qt::PlainText);
    }
};

/// Tells the user a fault and waits.
inline void warn(QWidget *parent, const QString &title, const QString &sentence)
{
    PlainMessage(QMessageBox::Warning, title, sentence, QMessageBox::Ok, parent).exec();
}

} // namespace regard
