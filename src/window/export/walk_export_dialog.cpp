#include "window/export/walk_export_dialog.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QDir>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QStyle>
#include <QTimer>

#include "controls/app_theme.h"
#include "export/version.h"
#include "ui_walk_export_dialog.h"
#include "window/base/plain_message.h"
#include "window/export/save_dialog.h"

namespace regard {

namespace {

enum ThemeRow { AsWindow, Light, Dark };

constexpr PictureFormat formats[] = {PictureFormat::Pdf, PictureFormat::Svg, PictureFormat::Png, PictureFormat::Webp};

bool hasPixels(PictureFormat format)
{
    return format == PictureFormat::Png || format == PictureFormat::Webp;
}

} // namespace

WalkExportDialog::WalkExportDialog(WalkSource source, AppTheme *theme, const QString &folder, const QString &title,
                                   QWidget *parent)
    : QDialog(parent), m_ui(std::make_unique<Ui::WalkExportDialog>()), m_source(std::move(source)), m_theme(theme),
      m_folder(folder), m_title(title), m_timer(new QTimer(this))
{
    m_ui->setupUi(this);
    QPushButton *saveButton = m_ui->buttons->button(QDialogButtonBox::Save);
    saveButton->setText(tr("&Save as…"));
    saveButton->setObjectName(QStringLiteral("primary"));
    saveButton->style()->unpolish(saveButton); // it was styled before it had its name
    saveButton->style()->polish(saveButton);
    m_ui->scope->setCurrentIndex(m_source.scope == WalkScope::Token ? 0 : 1);
    m_ui->progress->hide();
    m_ui->error->hide();
    if (m_source.filmSeconds > 0)
        m_ui->pace->setValue(m_source.filmSeconds);
    for (QComboBox *box : {m_ui->scope, m_ui->format})
        connect(box, &QComboBox::currentIndexChanged, this, &WalkExportDialog::takePages);
    connect(m_ui->theme, &QComboBox::currentIndexChanged, this, &WalkExportDialog::showPreview);
    for (QSpinBox *box : {m_ui->pageWidth, m_ui->pageHeight, m_ui->dpi})
        connect(box, &QSpinBox::valueChanged, this, &WalkExportDialog::showPreview);
    connect(m_ui->buttons, &QDialogButtonBox::rejected, this, &WalkExportDialog::reject);
    connect(m_ui->buttons, &QDialogButtonBox::accepted, this, &WalkExportDialog::save);
    connect(m_timer, &QTimer::timeout, this, &WalkExportDialog::writeNext);
    takePages();
}

WalkExportDialog::~WalkExportDialog() = default;

PictureFormat WalkExportDialog::format() const
{
    return formats[std::max(0, m_ui->format->currentIndex())];
}

WalkFormat WalkExportDialog::walkFormat() const
{
    const int row = m_ui->theme->currentIndex();
    const Theme &theme = row == AsWindow ? m_theme->theme() : Theme::named(row == Dark);
    return {format(),
            QSizeF(m_ui->pageWidth->value(), m_ui->pageHeight->value()),
            m_ui->dpi->value(),
            theme,
            {m_title, programName(), {}},
            {m_ui->pace->value(), m_ui->loops->value()}};
}

void WalkExportDialog::takePages()
{
    m_pages = m_source.sheets(m_ui->scope->currentIndex() == 0 ? WalkScope::Token : WalkScope::EveryToken,
                              format() == PictureFormat::Webp);
    showPreview();
}

void WalkExportDialog::showError(const QString &sentence)
{
    m_ui->error->setText(sentence);
    m_ui->error->setVisible(!sentence.isEmpty());
}

void WalkExportDialog::showResultSize(int pages)
{
    const WalkFormat wanted = walkFormat();
    if (!hasPixels(wanted.format)) {
        const QString sentence = wanted.format == PictureFormat::Pdf ? tr("Pages: %1, each %2 × %3 inches")
                                                                     : tr("Files: %1, each %2 × %3 inches");
        m_ui->resultSize->setText(
            sentence.arg(pages).arg(wanted.size.width() / 96.0, 0, 'f', 2).arg(wanted.size.height() / 96.0, 0, 'f', 2));
        return;
    }
    const auto pixels = [&](double side) { return int(std::lround(side * wanted.dpi / 96.0)); };
    const QSize size(pixels(wanted.size.width()), pixels(wanted.size.height()));
    const bool isFilm = wanted.format == PictureFormat::Webp;
    const int largest = isFilm ? largestFilmSide : largestPictureSide;
    if (std::max(size.width(), size.height()) > largest)
        throw PictureError(tr("%1 × %2 pixels is too large: %3 is the most a side; take a lower resolution")
                               .arg(size.width())
                               .arg(size.height())
                               .arg(largest)
                               .toStdString());
    m_ui->resultSize->setText((isFilm ? tr("Frames: %1, each %2 × %3 pixels") : tr("Files: %1, each %2 × %3 pixels"))
                                  .arg(pages)
                                  .arg(size.width())
                                  .arg(size.height()));
}

void WalkExportDialog::showPreview()
{
    for (QWidget *field : {static_cast<QWidget *>(m_ui->dpi), static_cast<QWidget *>(m_ui->dpiLabel)})
        field->setEnabled(hasPixels(format()));
    for (QWidget *field : {static_cast<QWidget *>(m_ui->pace), static_cast<QWidget *>(m_ui->paceLabel),
                           static_cast<QWidget *>(m_ui->loops), static_cast<QWidget *>(m_ui->loopsLabel)})
        field->setEnabled(format() == PictureFormat::Webp);
    QPushButton *saveButton = m_ui->buttons->button(QDialogButtonBox::Save);
    try {
        if (m_pages.count == 0)
            throw PictureError(tr("There are no steps to walk through; type a sentence first").toStdString());
        const WalkFormat wanted = walkFormat();
        showResultSize(m_pages.count);
        const std::unique_ptr<Figure> first = m_pages.page(0, wanted.size, wanted.theme);
        // The page itself in fewer pixels, so that a preview never needs more memory than the screen shows.
        const QSizeF space = m_ui->preview->minimumSize();
        const double scale =
            std::min({1.0, space.width() / wanted.size.width(), space.height() / wanted.size.height()});
        QImage image = figureImage(*first, std::max(1, int(96 * scale * devicePixelRatioF())));
        image.setDevicePixelRatio(devicePixelRatioF());
        m_ui->preview->setPixmap(QPixmap::fromImage(image));
        showError({});
        saveButton->setEnabled(true);
    } catch (const Error &error) {
        m_ui->resultSize->clear();
        m_ui->preview->clear();
        showError(QString::fromUtf8(error.what()));
        saveButton->setEnabled(false);
    }
}

bool WalkExportDialog::mayReplace(const QStringList &paths)
{
    const auto existing =
        std::find_if(paths.begin(), paths.end(), [](const QString &path) { return QFileInfo::exists(path); });
    if (existing == paths.end())
        return true;
    const QString sentence = paths.size() == 1
                                 ? tr("%1 already exists. Do you want to replace it?")
                                 : tr("Files of these names already exist, such as %1. Do you want to replace them?");
    PlainMessage question(QMessageBox::Warning, windowTitle(), sentence.arg(QFileInfo(*existing).fileName()),
                          QMessageBox::Yes | QMessageBox::No, this);
    question.setDefaultButton(QMessageBox::No);
    return question.exec() == QMessageBox::Yes;
}

void WalkExportDialog::save()
{
    const std::vector<FileKind> kinds = {{tr("PDF, one page a frame"), QStringLiteral("pdf")},
                                         {tr("SVG pictures, numbered"), QStringLiteral("svg")},
                                         {tr("PNG pictures, numbered"), QStringLiteral("png")},
                                         {tr("WebP, one film"), QStringLiteral("webp")}};
    const QString name = fileNameOf(m_title, tr("walk"));
    SaveDialog dialog(tr("Export walk"), QDir(m_folder).filePath(name), kinds, m_ui->format->currentIndex(), this);
    dialog.setOption(QFileDialog::DontConfirmOverwrite); // numbered files have names other than the one typed
    const QString path = dialog.ask();
    if (path.isEmpty())
        return;
    m_ui->format->setCurrentIndex(dialog.kindOf(path));
    if (!mayReplace(WalkWriter::paths(path, format(), m_pages.count)))
        return;
    writeTo(path);
}

void WalkExportDialog::writeTo(const QString &path)
{
    try {
        m_writer = std::make_unique<WalkWriter>(m_pages, walkFormat(), path);
    } catch (const Error &error) {
        showError(QString::fromUtf8(error.what()));
        return;
    }
    m_written = WalkWriter::paths(path, format(), m_pages.count).first();
    showError({});
    setWriting(true);
}

void WalkExportDialog::setWriting(bool writes)
{
    for (QWidget *widget :
         {static_cast<QWidget *>(m_ui->scope), static_cast<QWidget *>(m_ui->format),
          static_cast<QWidget *>(m_ui->pageWidth), static_cast<QWidget *>(m_ui->pageHeight),
          static_cast<QWidget *>(m_ui->theme), static_cast<QWidget *>(m_ui->buttons->button(QDialogButtonBox::Save))})
        widget->setEnabled(!writes);
    m_ui->dpi->setEnabled(!writes && hasPixels(format()));
    for (QWidget *field : {static_cast<QWidget *>(m_ui->pace), static_cast<QWidget *>(m_ui->loops)})
        field->setEnabled(!writes && format() == PictureFormat::Webp);
    m_ui->progress->setVisible(writes);
    if (writes) {
        m_ui->progress->setRange(0, m_writer->count());
        m_ui->progress->setValue(0);
        m_timer->start(0);
    } else {
        m_timer->stop();
        m_writer.reset();
    }
}

void WalkExportDialog::writeNext()
{
    try {
        if (m_writer->written() < m_writer->count()) {
            m_writer->writeNext();
            m_ui->progress->setValue(m_writer->written());
            return;
        }
        m_writer->commit();
        setWriting(false);
        accept();
    } catch (const Error &error) {
        setWriting(false);
        showError(QString::fromUtf8(error.what()));
    }
}

/// The first Cancel stops the writing, the next closes.
void WalkExportDialog::reject()
{
    if (isWriting()) {
        setWriting(false);
        return;
    }
    QDialog::reject();
}

} // namespace regard
