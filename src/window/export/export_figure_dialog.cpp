#include "window/export/export_figure_dialog.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QDir>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QStyle>

#include "cli/arguments.h"
#include "cli/export/figure_command.h"
#include "controls/app_theme.h"
#include "document/document.h"
#include "draw/printed_figure.h"
#include "export/export_outputs.h"
#include "export/export_pass.h"
#include "export/export_usage.h"
#include "export/figure_caption.h"
#include "export/version.h"
#include "io/base/atomic_file.h"
#include "ui_export_figure_dialog.h"
#include "window/base/plain_message.h"
#include "window/export/export_looks.h"
#include "window/export/save_dialog.h"
#include "window/export/window_command.h"

namespace regard {

namespace {

constexpr QSize startSize(980, 560);    // fits into a window of 1024 × 600
constexpr int leastSide = 240;          // CSS pixels, at least, of the proposed picture
constexpr double mostPreviewed = 2.5e7; // pixels of a picture that is shown in its true size
constexpr QLatin1String formatWord("--format=");
constexpr QLatin1String fitsWord("--fits");

QString suffixOf(PictureFormat format)
{
    switch (format) {
    case PictureFormat::Svg:
        return QStringLiteral("svg");
    case PictureFormat::Pdf:
        return QStringLiteral("pdf");
    case PictureFormat::Webp:
        return QStringLiteral("webp");
    case PictureFormat::Png:
        break;
    }
    return QStringLiteral("png");
}

QString lengthsOf(QSizeF size)
{
    constexpr double pixels = 96;
    constexpr double millimetres = 25.4;
    return ExportFigureDialog::tr("%1 × %2 mm (%3 × %4 in)")
        .arg(size.width() / pixels * millimetres, 0, 'f', 1)
        .arg(size.height() / pixels * millimetres, 0, 'f', 1)
        .arg(size.width() / pixels, 0, 'f', 2)
        .arg(size.height() / pixels, 0, 'f', 2);
}

/// Both files, or none where the second cannot be written. An empty path: the first alone.
void writeBeside(const QString &path, const QByteArray &bytes, AtomicFile &first)
{
    if (path.isEmpty()) {
        first.commit();
        return;
    }
    AtomicFile second(path);
    second.write(bytes);
    first.commit();
    second.commit();
}

} // namespace

ExportFigureDialog::ExportFigureDialog(const Document *document, std::vector<FigureChoice> choices, int current,
                                       AppTheme *theme, const QString &folder, const QStringList &looks,
                                       QWidget *parent)
    : QDialog(parent), m_ui(std::make_unique<Ui::ExportFigureDialog>()), m_document(document),
      m_choices(std::move(choices)), m_theme(theme), m_folder(folder), m_looks(new ExportLooks(this))
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
    m_ui->left->insertWidget(1, m_looks, 1);
    for (const QString &word : looks)
        if (word.startsWith(formatWord))
            m_ui->format->setCurrentIndex(word.mid(formatWord.size()).toInt());
    m_ui->trueSize->setChecked(!looks.isEmpty() && !looks.contains(fitsWord)); // at first all of it is seen
    m_looks->setWords(looks);
    resize(startSize);
    showVariants();
    takeFigure();
    connect(m_ui->figure, &QComboBox::currentIndexChanged, this, [this] {
        showVariants();
        takeFigure();
        showPreview();
    });
    connect(m_ui->states, &QComboBox::currentIndexChanged, this, [this] {
        takeFigure();
        showPreview();
    });
    for (QComboBox *box : {m_ui->format, m_ui->film})
        connect(box, &QComboBox::currentIndexChanged, this, [this] {
            showVariants();
            showPreview();
        });
    connect(m_ui->trueSize, &QCheckBox::toggled, this, &ExportFigureDialog::showPreview);
    connect(m_looks, &ExportLooks::changed, this, &ExportFigureDialog::showPreview);
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

bool ExportFigureDialog::isFilm() const
{
    return format() == PictureFormat::Webp;
}

void ExportFigureDialog::showVariants()
{
    m_looks->setFormat(format() == PictureFormat::Png || isFilm(), isFilm());
    const bool several = hasVariants(choice(), *m_document) && !isFilm();
    for (QWidget *field : {static_cast<QWidget *>(m_ui->film), static_cast<QWidget *>(m_ui->filmLabel),
                           static_cast<QWidget *>(m_ui->pace), static_cast<QWidget *>(m_ui->paceLabel),
                           static_cast<QWidget *>(m_ui->loops), static_cast<QWidget *>(m_ui->loopsLabel)})
        field->setVisible(isFilm());
    m_ui->states->setVisible(several);
    m_ui->statesLabel->setVisible(several);
}

std::vector<std::string> ExportFigureDialog::words() const
{
    return m_looks->words(m_theme->theme().dark, format() == PictureFormat::Png || isFilm());
}

QStringList ExportFigureDialog::looks() const
{
    QStringList kept = m_looks->keptWords();
    kept.append(formatWord + QString::number(m_ui->format->currentIndex()));
    if (!m_ui->trueSize->isChecked())
        kept.append(fitsWord);
    return kept;
}

std::vector<std::unique_ptr<Figure>> ExportFigureDialog::frames(const ExportOptions &options) const
{
    FigureChoice chosen = choice();
    chosen.changes = {options.floor, options.curved, options.strongest, options.scale};
    if (m_ui->film->currentIndex() == 0) {
        if (!m_document->comparison().pinned())
            throw PictureError(tr("Nothing is pinned: pin a state with F8, then change something").toStdString());
        if (!hasVariants(chosen, *m_document))
            throw PictureError(tr("%1 shows one state; choose another figure").arg(chosen.name).toStdString());
        return figuresInTurn(chosen, *m_document, options.size, options.theme);
    }
    const Project project = m_document->project();
    if (project.snapshots.empty())
        throw PictureError(tr("There are no snapshots: take some with F7").toStdString());
    const ExportOptions film = snapshotFilm(*m_document, chosen.id, chosen.options(), words());
    const std::vector<Output> outputs = outputsOf({"film.webp"});
    checkUsage(film, outputs);
    return computePass(film, outputs, project, nullptr, &m_document->result()).frames;
}

std::unique_ptr<Figure> ExportFigureDialog::figure(const ExportOptions &options) const
{
    if (isFilm()) {
        std::vector<std::unique_ptr<Figure>> all = frames(options);
        if (all.empty())
            throw PictureError(tr("%1 shows no picture now. %2").arg(choice().name, choice().remedy()).toStdString());
        return std::move(all.front());
    }
    FigureChoice chosen = choice();
    chosen.changes = {options.floor, options.curved, options.strongest, options.scale};
    const auto make = [&](QSizeF space, const Theme &theme) {
        return figureVariant(chosen, *m_document, variant(), space, theme);
    };
    std::unique_ptr<Figure> made = printedFigure(make, options.size, options.theme, options.crops);
    if (!made)
        throw PictureError(tr("%1 shows no picture now. %2").arg(chosen.name, chosen.remedy()).toStdString());
    return made;
}

void ExportFigureDialog::takeFigure()
{
    // A picture that scrolls on the screen starts with a usable size and aspect ratio.
    const QSize shown = variantSize(choice(), *m_document, variant()).toSize();
    m_looks->proposeSize({std::clamp(shown.width(), leastSide, 4 * std::max(shown.height(), leastSide)),
                          std::clamp(shown.height(), leastSide, 4 * std::max(shown.width(), leastSide))});
    const bool areLinks = choice().id == PanelId::Links;
    m_looks->setStrongest(areLinks && choice().options().links.strongest);
    const bool isMap = choice().id == PanelId::Heads;
    m_looks->setOffered(areLinks, choice().id == PanelId::Heatmap || isMap, isMap || choice().id == PanelId::Summaries);
}

void ExportFigureDialog::showResultSize(const Figure &figure)
{
    const QSizeF size = figure.size();
    if (format() == PictureFormat::Png || isFilm()) {
        const double scale = m_options.dpi / 96.0;
        const int width = int(std::lround(size.width() * scale));
        const int height = int(std::lround(size.height() * scale));
        if (std::max(width, height) > largestPictureSide)
            throw PictureError(tr("%1 × %2 pixels is too large: %3 is the most a side; take a lower resolution")
                                   .arg(width)
                                   .arg(height)
                                   .arg(largestPictureSide)
                                   .toStdString());
        const QString pixels = tr("%1 × %2 pixels").arg(width).arg(height);
        m_ui->resultSize->setText(m_options.size.isOfLength ? pixels + QStringLiteral(", ") + lengthsOf(size) : pixels);
        return;
    }
    m_ui->resultSize->setText(lengthsOf(size));
}

QImage ExportFigureDialog::previewOf(const Figure &shown) const
{
    const double ratio = devicePixelRatioF();
    const QSizeF size = shown.size();
    double scale = logicalDpiX() / 96.0;
    const bool isTrue =
        m_ui->trueSize->isChecked() && size.width() * size.height() * scale * scale * ratio * ratio <= mostPreviewed;
    if (!isTrue) {
        // The picture itself in fewer pixels, so that a preview never needs more memory than the screen shows.
        const QSizeF space = m_ui->previewArea->contentsRect().size(); // the viewport follows when it is shown
        scale = std::min({scale, space.width() / size.width(), space.height() / size.height()});
    }
    QImage image = figureImage(shown, std::max(1, int(96 * scale * ratio)),
                               m_options.theme.paper.alpha() < 255 ? Backdrop::Transparent : Backdrop::White);
    image.setDevicePixelRatio(ratio);
    return image;
}

void ExportFigureDialog::showPreview()
{
    QPushButton *saveButton = m_ui->buttons->button(QDialogButtonBox::Save);
    m_looks->setCaptioned(isFilm() || hasCaptions(choice(), *m_document, variant()));
    try {
        m_options = exportOptionsOf(words());
        const Theme::FamilyScope font(m_options.families());
        const std::unique_ptr<Figure> shown = figure(m_options);
        m_ui->preview->setPixmap(QPixmap::fromImage(previewOf(*shown)));
        showResultSize(*shown);
        m_ui->error->setText(smallPrintText(*shown, m_options.size));
        saveButton->setEnabled(true);
    } catch (const Error &error) {
        m_ui->resultSize->clear();
        m_ui->preview->clear();
        m_ui->error->setText(QString::fromUtf8(error.what()));
        saveButton->setEnabled(false);
    }
    m_ui->error->setVisible(!m_ui->error->text().isEmpty());
}

void ExportFigureDialog::resizeEvent(QResizeEvent *event)
{
    QDialog::resizeEvent(event);
    if (!m_ui->trueSize->isChecked())
        showPreview();
}

void ExportFigureDialog::writeTo(const QString &path) const
{
    const std::vector<std::string> said = words();
    const ExportOptions options = exportOptionsOf(said);
    const Theme::FamilyScope font(options.families());
    const Backdrop backdrop = options.theme.paper.alpha() < 255 ? Backdrop::Transparent : Backdrop::White;
    AtomicFile file(path);
    if (isFilm()) {
        const QString &own = options.theme.parts.ownTitle;
        const QString title = own.isEmpty() ? m_document->title() : own;
        file.write(filmBytes(frames(options), {m_ui->pace->value(), m_ui->loops->value()}, options.dpi,
                             {title, programName(), {}}, backdrop));
        writeBeside(captionPath(path), caption(nullptr, {}, path), file);
        return;
    }
    const std::unique_ptr<Figure> made = figure(options);
    const FigureChoice chosen = choice();
    const QStringList command = windowCommand(*m_document, {chosen.id, chosen.options(), *made, said});
    file.write(figureBytes(*made, format(), options.dpi,
                           {variantTitle(chosen, *m_document, variant(), options.theme.parts), programName(), command},
                           backdrop));
    writeBeside(captionPath(path), caption(made.get(), command, path), file);
}

QString ExportFigureDialog::captionPath(const QString &picture) const
{
    if (m_ui->caption->currentIndex() == 0)
        return {};
    const QFileInfo file(picture);
    return file.dir().filePath(file.completeBaseName() +
                               (m_ui->caption->currentIndex() == 1 ? QStringLiteral(".tex") : QStringLiteral(".md")));
}

QByteArray ExportFigureDialog::caption(const Figure *picture, const QStringList &command, const QString &path) const
{
    if (captionPath(path).isEmpty())
        return {};
    const FigureChoice &chosen = choice();
    const Project project = m_document->project();
    std::vector<std::string> words;
    for (const QString &word : command)
        words.push_back(word.toStdString());
    words.insert(words.end(), {"-o", QFileInfo(path).fileName().toStdString()});
    const View &view =
        *std::find_if(views().begin(), views().end(), [&](const View &each) { return each.panel == chosen.id; });
    const bool namesStates = hasVariants(chosen, *m_document) && (variant() != FigureVariant::AsShown ||
                                                                  m_document->comparison().compared() != Compared::Now);
    const CaptionSubject subject{.name = chosen.name,
                                 .view = view,
                                 .project = project,
                                 .file = QFileInfo(m_document->path()).fileName(),
                                 .state = stateFor(view, m_document->shown()),
                                 .states = namesStates ? variantTitle(chosen, *m_document, variant()) : QString(),
                                 .picture = picture,
                                 .command = command.isEmpty() ? QString() : QString::fromStdString(commandLine(words))};
    return captionBytes(subject, m_ui->caption->currentIndex() == 1 ? CaptionFormat::Tex : CaptionFormat::Markdown);
}

/// The file dialog asked about the picture alone.
bool ExportFigureDialog::mayWriteCaption(const QString &picture)
{
    const QString path = captionPath(picture);
    if (path.isEmpty() || !QFileInfo::exists(path))
        return true;
    PlainMessage question(QMessageBox::Warning, windowTitle(),
                          tr("%1 already exists. Do you want to replace it?").arg(QFileInfo(path).fileName()),
                          QMessageBox::Yes | QMessageBox::No, this);
    question.setDefaultButton(QMessageBox::No);
    return question.exec() == QMessageBox::Yes;
}

void ExportFigureDialog::save()
{
    std::vector<FileKind> kinds;
    for (const PictureFormat each : {PictureFormat::Png, PictureFormat::Svg, PictureFormat::Pdf})
        kinds.push_back({tr("%1 picture").arg(suffixOf(each).toUpper()), suffixOf(each)});
    kinds.push_back({tr("WebP film"), suffixOf(PictureFormat::Webp)});
    const QString name = fileNameOf(m_ui->figure->currentText().toLower(), QStringLiteral("figure"));
    SaveDialog dialog(tr("Export figure"), QDir(m_folder).filePath(name), kinds, m_ui->format->currentIndex(), this);
    const QString path = dialog.ask();
    if (path.isEmpty() || !mayWriteCaption(path))
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
