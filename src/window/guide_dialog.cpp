#include "window/guide_dialog.h"

#include <QDir>
#include <QFile>
#include <QHBoxLayout>
#include <QListWidget>
#include <QMessageBox>
#include <QPointer>
#include <QTextBrowser>
#include <QTextDocument>

#include "export/version.h"
#include "window/base/language.h"

namespace regard {

namespace {

/// The first heading of a page is its title.
QString titleOf(const QString &markdown, const QString &name)
{
    const QString first = markdown.section(QLatin1Char('\n'), 0, 0);
    return first.startsWith(QLatin1String("# ")) ? first.mid(2).trimmed() : name;
}

/// A page in the interface's language, in English where there is none.
QString pageText(const QString &name)
{
    for (const QString &folder : {interfaceLanguage() + u'/', QString()}) {
        QFile file(QStringLiteral(":/guide/") + folder + name);
        if (file.open(QIODevice::ReadOnly))
            return QString::fromUtf8(file.readAll());
    }
    return {};
}

/// The page is a finished document before it is shown: one that is written where it is seen is laid out anew with each
/// paragraph, which took seconds for the longest page.
void showPage(QTextBrowser *text, const QString &markdown)
{
    auto *page = new QTextDocument(text);
    page->setDefaultFont(text->document()->defaultFont());
    page->setMarkdown(markdown);
    const QPointer<QTextDocument> before = text->document();
    text->setDocument(page);
    delete before.data();
}

} // namespace

GuideDialog::GuideDialog(QWidget *parent) : QDialog(parent)
{
    setWindowTitle(tr("Guide"));
    resize(860, 640);
    auto *pages = new QListWidget(this);
    pages->setAccessibleName(tr("Pages"));
    pages->setMaximumWidth(200);
    auto *text = new QTextBrowser(this);
    text->setAccessibleName(tr("Page"));
    text->setOpenExternalLinks(true);
    QStringList files = QDir(QStringLiteral(":/guide")).entryList({QStringLiteral("*.md")});
    files.sort();
    // The guide to the window comes first, the rest by name.
    if (files.removeAll(QStringLiteral("guide.md")) > 0)
        files.prepend(QStringLiteral("guide.md"));
    QStringList contents;
    for (const QString &name : files) {
        contents << pageText(name);
        pages->addItem(titleOf(contents.last(), name));
    }
    connect(pages, &QListWidget::currentRowChanged, text, [text, contents](int row) {
        if (row >= 0 && row < contents.size())
            showPage(text, contents[row]);
    });
    pages->setCurrentRow(0);
    auto *row = new QHBoxLayout(this);
    row->addWidget(pages);
    row->addWidget(text, 1);
}

void showAbout(QWidget *parent)
{
    QMessageBox about(QMessageBox::NoIcon, GuideDialog::tr("About Regard"),
                      GuideDialog::tr("<b>Regard %1</b><p>Shows how attention works and what it does.</p>"
                                      "<p>Free software under the GNU General Public License, version 3 or later. "
                                      "It comes without any warranty.</p><p>Built with Qt, QCustomPlot, Eigen, Highway "
                                      "and ICU.</p>")
                          .arg(QString::fromLatin1(version)),
                      QMessageBox::Ok, parent);
    about.setTextFormat(Qt::RichText);
    about.setIconPixmap(about.windowIcon().pixmap(64)); // as QMessageBox::about() has it
    about.exec();
}

} // namespace regard
