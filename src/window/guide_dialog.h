#pragma once

#include <QDialog>

namespace regard {

/// The guide that comes with the program, page by page.
class GuideDialog : public QDialog {
    Q_OBJECT
public:
    explicit GuideDialog(QWidget *parent);
};

/// Name, version and licence.
void showAbout(QWidget *parent);

} // namespace regard
