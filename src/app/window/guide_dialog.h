#pragma once

#include <QDialog>

namespace regard {

/// The guide that the program carries, page by page.
class GuideDialog : public QDialog {
    Q_OBJECT
public:
    explicit GuideDialog(QWidget *parent);
};

/// Name, version and licence.
void showAbout(QWidget *parent);

} // namespace regard
