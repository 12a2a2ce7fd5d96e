#include "app/export/export_figure_dialog.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QDir>
#include <QPushButton>
#include <QStyle>

#include "app/export/save_dialog.h"
#include "app/export/window_command.h"
#include "cli/base/version.h"
#include "document/document.h"
#include "figures/base/fitted_figure.h"
#include "io/base/atomic_file.h"
#include "ui_export_figure_dialog.h"
#include "widgets/parts/app_theme.h"

namespace regard {

namespace {

enum ThemeRow { AsWindow, Light, Dark };

constexpr int leastSide = 240; // CSS pixels, at least, of the proposed picture

QString suffixOf(PictureFormat format)
{
    switch (format) {
    case PictureFormat::Svg:
        return QStringLiteral("svg");
    case PictureFormat::Pdf:
        return QStringLiteral("pdf");
    case PictureFormat::Png:
        break;
    }
    return QStringLiteral("png");
}

} // namespace

ExportFigureDialog::ExportFigureDialog(const Document *document, std::vector<FigureChoice> choices, int current,
                                       AppTheme *theme, const QString &folder, QWidget *parent)
    : QDialog(parent), m_ui(std::make_unique<Ui::ExportFigureDialog>()), m_document(document),
      m_choices(std::move(choices)), m_theme(theme), m_folder(folder)
{
    m_ui->setupUi(this);
    m_ui->error->setObjectName(QStringLiteral("error"));
    QPushButton *saveButton = m_ui->buttons->button(QDialogButtonBox::Save);
    saveButton->setText(tr("&Save as…"));
    saveButton->setObjectName(QStringLiteral("primary"));
    saveButton->style()->unpolish(saveButton); // it was styled before it had its name
    saveButton->style()->polish(saveButton);
    for (const FigureChoice &choice : m_choices)
        m_ui->figure->addItem(choice.name);
    m_ui->figure->setCurrentIndex(current);
    m_ui->dpi->setValue(192);
    m_ui->dpi->setToolTip(tr("Dots per inch; 96 gives one pixel for each CSS pixel"));
    showVariants();
    takeFigureSize();
    connect(m_ui->figure, &QComboBox::currentIndexChanged, this, [this] {
        showVariants();
        takeFigureSize();
        showPreview();
    });
    connect(m_ui->states, &QComboBox::currentIndexChanged, this, [this] {
        takeFigureSize();
        showPreview();
    });
    for (QComboBox *box : {m_ui->format, m_ui->theme})
        connect(box, &QComboBox::currentIndexChanged, this, &ExportFigureDialog::showPreview);
    for (QSpinBox *box : {m_ui->pictureWidth, m_ui->pictureHeight, m_ui->dpi})
        connect(box, &QSpinBox::valueChanged, this, &ExportFigureDialog::showPreview);
    connect(m_ui->buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_ui->buttons, &QDialogButtonBox::accepted, this, &ExportFigureDialog::save);
    showPreview();
}

ExportFigureDialog::~ExportFigureDialog() = default;

PictureFormat ExportFigureDialog::format() const
{
    return PictureFormat(m_ui->format->currentIndex());
}

const FigureChoice &ExportFigureDialog::choice() const
{
    return m_choices[std::size_t(m_ui->figure->currentIndex())];
}

FigureVariant ExportFigureDialog::variant() const
{
    return FigureVariant(m_ui->states->currentIndex());
}

void ExportFigureDialog::showVariants()
{
    const bool several = hasVariants(choice(), *m_document);
    m_ui->states->setVisible(several);
    m_ui->statesLabel->setVisible(several);
}

const Theme &ExportFigureDialog::theme() const
{
    const int row = m_ui->theme->currentIndex();
    return row == AsWindow ? m_theme->theme() : Theme::named(row == Dark);
}

std::unique_ptr<Figure> ExportFigureDialog::figure() const
{
    const QSizeF size(m_ui->pictureWidth->value(), m_ui->pictureHeight->value());
    std::unique_ptr<Figure> made = figureVariant(choice(), *m_document, variant(), size, theme());
    if (!made)
        throw PictureError(tr("%1 shows no picture now. %2").arg(choice().name, choice().remedy()).toStdString());
    return fitted(std::move(made), size, theme().panel);
}

void ExportFigureDialog::takeFigureSize()
{
    // A picture that scrolls on the screen starts with a usable size and aspect ratio.
    const QSize shown = variantSize(choice(), *m_document, variant()).toSize();
    const QSize size(std::clamp(shown.width(), leastSide, 4 * std::max(shown.height(), leastSide)),
                     std::clamp(shown.height(), leastSide, 4 * std::max(shown.width(), leastSide)));
    const QSignalBlocker quietWidth(m_ui->pictureWidth);
    const QSignalBlocker quietHeight(m_ui->pictureHeight);
    m_ui->pictureWidth->setValue(size.width());
    m_ui->pictureHeight->setValue(size.height());
}

void ExportFigureDialog::showResultSize(const Figure &figure)
{
    const QSizeF size = figure.size();
    if (format() == PictureFormat::Png) {
        const double scale = m_ui->dpi->value() / 96.0;
        const int width = int(std::lround(size.width() * scale));
        const int height = int(std::lround(size.height() * scale));
        if (std::max(width, height) > largestPictureSide)
            throw PictureError(tr("%1 × %2 pixels is too large: %3 is the most a side; take a lower resolution")
                                   .arg(width)
                                   .arg(height)
                                   .arg(largestPictureSide)
                                   .toStdString());
        m_ui->resultSize->setText(tr("%1 × %2 pixels").arg(width).arg(height));
        return;
    }
    m_ui->resultSize->setText(
        tr("%1 × %2 inches").arg(size.width() / 96.0, 0, 'f', 2).arg(size.height() / 96.0, 0, 'f', 2));
}

void ExportFigureDialog::showPreview()
{
    m_ui->dpi->setEnabled(format() == PictureFormat::Png);
    m_ui->dpiLabel->setEnabled(format() == PictureFormat::Png);
    QPushButton *saveButton = m_ui->buttons->button(QDialogButtonBox::Save);
    try {
        const std::unique_ptr<Figure> shown = figure();
        // The picture itself in fewer pixels, so that a preview never needs more memory than the screen shows.
        const QSizeF space = m_ui->preview->minimumSize();
        const double scale =
            std::min({1.0, space.width() / shown->size().width(), space.height() / shown->size().height()});
        const double ratio = devicePixelRatioF();
        QImage image = figureImage(*shown, std::max(1, int(96 * scale * ratio)));
        image.setDevicePixelRatio(ratio);
        m_ui->preview->setPixmap(QPixmap::fromImage(image));
        showResultSize(*shown);
        m_ui->error->clear();
        saveButton->setEnabled(true);
    } catch (const Error &error) {
        m_ui->resultSize->clear();
        m_ui->preview->clear();
        m_ui->error->setText(QString::fromUtf8(error.what()));
        saveButton->setEnabled(false);
    }
    m_ui->error->setVisible(!m_ui->error->text().isEmpty());
}

void ExportFigureDialog::writeTo(const QString &path) const
{
    const std::unique_ptr<Figure> made = figure();
    const int dpi = m_ui->dpi->value();
    const int saidDpi = format() == PictureFormat::Png ? dpi : WindowPicture::defaultDpi;
    const QStringList command = windowCommand(*m_document, {choice().id, choice().options(), *made, theme(), saidDpi});
    const QByteArray bytes =
        figureBytes(*made, format(), dpi, {variantTitle(choice(), *m_document, variant()), programName(), command});
    AtomicFile file(path);
    file.write(std::string_view(bytes.constData(), std::size_t(bytes.size())));
    file.commit();
}

void ExportFigureDialog::save()
{
    std::vector<FileKind> kinds;
    for (const PictureFormat each : {PictureFormat::Png, PictureFormat::Svg, PictureFormat::Pdf})
        kinds.push_back({tr("%1 picture").arg(suffixOf(each).toUpper()), suffixOf(each)});
    const QString name = fileNameOf(m_ui->figure->currentText().toLower(), QStringLiteral("figure"));
    SaveDialog dialog(tr("Export figure"), QDir(m_folder).filePath(name), kinds, m_ui->format->currentIndex(), this);
    const QString path = dialog.ask();
    if (path.isEmpty())
        return;
    m_ui->format->setCurrentIndex(dialog.kindOf(path));
    try {
        writeTo(path);
        m_written = path;
        accept();
    } catch (const Error &error) {
        m_ui->error->setText(QString::fromUtf8(error.what()));
        m_ui->error->show();
    }
}

} // namespace regard
