#include "window/export/figure_export.h"

#include <algorithm>
#include <numeric>

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QImage>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMessageBox>
#include <QMimeData>
#include <QStatusBar>

#include "controls/app_theme.h"
#include "controls/list_actions.h"
#include "controls/panel.h"
#include "document/document.h"
#include "draw/export_figure.h"
#include "export/version.h"
#include "io/project/training_log.h"
#include "views/base/shown_text.h"
#include "window/base/settings.h"
#include "window/export/export_figure_dialog.h"
#include "window/export/figure_variant.h"
#include "window/export/save_dialog.h"
#include "window/export/walk_export_dialog.h"

namespace regard {

namespace {

constexpr int figureExportMessageTime = 6000; // ms
constexpr int clipboardDpi = 192;             // sharp on a slide

/// The first key of a shortcut does not tell where the focus is.
bool isModifier(int key)
{
    return key == Qt::Key_Control || key == Qt::Key_Shift || key == Qt::Key_Alt || key == Qt::Key_AltGr ||
           key == Qt::Key_Meta;
}

} // namespace

FigureExport::FigureExport(Document *document, AppTheme *theme, Settings *settings, std::vector<FigureChoice> choices,
                           QMainWindow *window)
    : QObject(window), m_document(document), m_theme(theme), m_settings(settings), m_choices(std::move(choices)),
      m_window(window)
{
    m_order.resize(m_choices.size());
    std::iota(m_order.begin(), m_order.end(), 0);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) { use(now); });
    qApp->installEventFilter(this);
}

/// The focus alone does not tell: chips and captions need not take it.
bool FigureExport::eventFilter(QObject *watched, QEvent *event)
{
    const QEvent::Type type = event->type();
    if (type == QEvent::MouseButtonPress || type == QEvent::Wheel ||
        (type == QEvent::KeyPress && !isModifier(static_cast<QKeyEvent *>(event)->key()))) {
        if (watched->isWidgetType())
            use(static_cast<QWidget *>(watched));
    }
    return QObject::eventFilter(watched, event);
}

void FigureExport::use(const QWidget *widget)
{
    for (std::size_t i = 0; i < m_choices.size(); ++i)
        if (widget && (m_choices[i].panel == widget || m_choices[i].panel->isAncestorOf(widget)))
            useChoice(i);
}

void FigureExport::useChoice(std::size_t index)
{
    const auto place = std::find(m_order.begin(), m_order.end(), int(index));
    std::rotate(m_order.begin(), place, place + 1);
}

int FigureExport::indexInUse() const
{
    const auto hasPicture = [this](int index) {
        const FigureChoice &choice = m_choices[std::size_t(index)];
        return choice.make(choice.size(), m_theme->theme(), {}) != nullptr;
    };
    for (const bool mustBeSeen : {true, false})
        for (const int index : m_order)
            if (isSeen(m_choices[std::size_t(index)].panel) == mustBeSeen && hasPicture(index))
                return index;
    return m_order.front();
}

QString FigureExport::folder() const
{
    return QFileInfo(m_settings->exportFolder).isDir() ? m_settings->exportFolder : QDir::homePath();
}

void FigureExport::rememberFolderOf(const QString &path)
{
    m_settings->exportFolder = QFileInfo(path).absolutePath();
    m_window->statusBar()->showMessage(tr("Written: %1").arg(path), figureExportMessageTime);
}

void FigureExport::exportFigure()
{
    ExportFigureDialog dialog(m_document, m_choices, indexInUse(), m_theme, folder(), m_settings->exportLooks,
                              m_window);
    if (dialog.exec() != QDialog::Accepted)
        return;
    m_settings->exportLooks = dialog.looks();
    rememberFolderOf(dialog.writtenPath());
}

void FigureExport::exportWalk(const WalkSource &source)
{
    WalkExportDialog dialog(source, m_theme, folder(), m_document->title(), m_window);
    if (dialog.exec() == QDialog::Accepted)
        rememberFolderOf(dialog.writtenPath());
}

void FigureExport::exportNumbers()
{
    const Result &result = m_document->shown().now.result;
    if (!result.trace) {
        QMessageBox::information(m_window, tr("Export numbers"),
                                 tr("There are no numbers yet: the sentence is empty."));
        return;
    }
    static constexpr NumbersFormat formats[] = {NumbersFormat::Json, NumbersFormat::Csv, NumbersFormat::Safetensors,
                                                NumbersFormat::Page};
    const bool isGrouped = result.trace->grouping != nullptr;
    try {
        const FigureChoice &choice = inUse();
        const auto picture = [&] { return choice.make(choice.size(), m_theme->theme(), {}); };
        std::vector<FileKind> kinds{
            {isGrouped ? tr("Attention as shown, JSON") : tr("Everything, JSON"), QStringLiteral("json")},
            {tr("The selected head's matrix, CSV"), QStringLiteral("csv")},
            {isGrouped ? tr("Attention as shown, safetensors") : tr("Everything, safetensors"),
             QStringLiteral("safetensors")},
            {tr("Page for a browser, HTML"), QStringLiteral("html")}};
        if (dynamic_cast<const ListedFigure *>(picture().get()))
            kinds.push_back({tr("The list in %1, CSV").arg(choice.name), QStringLiteral("csv")});
        const QString name = fileNameOf(m_document->title(), QStringLiteral("trace"));
        SaveDialog dialog(tr("Export numbers"), QDir(folder()).filePath(name), kinds, 0, m_window);
        const QString path = dialog.ask();
        if (path.isEmpty())
            return;
        const auto kind = std::size_t(dialog.kindOf(path));
        m_document->waitForResult();
        if (kind < std::size(formats)) {
            write(path, formats[kind]);
        } else {
            const std::unique_ptr<Figure> shown = picture(); // it may have changed below the dialog
            const auto *list = dynamic_cast<const ListedFigure *>(shown.get());
            if (!list)
                throw Error(tr("%1 shows no list now. %2").arg(choice.name, choice.remedy()).toStdString());
            writeListCsv(path, list->table());
        }
        rememberFolderOf(path);
    } catch (const Error &error) {
        QMessageBox::warning(m_window, tr("Export numbers"), QString::fromUtf8(error.what()));
    }
}

void FigureExport::exportCurve()
{
    const std::shared_ptr<const TrainingRecord> record = m_document->training().record();
    if (!record)
        return;
    const QString name = fileNameOf(m_document->title(), QStringLiteral("training"));
    SaveDialog dialog(tr("Save the curve"), QDir(folder()).filePath(name),
                      {{tr("Every step, CSV"), QStringLiteral("csv")}}, 0, m_window);
    const QString path = dialog.ask();
    if (path.isEmpty())
        return;
    try {
        writeTrainingLog(path, *record);
        rememberFolderOf(path);
    } catch (const Error &error) {
        QMessageBox::warning(m_window, tr("Save the curve"), QString::fromUtf8(error.what()));
    }
}

void FigureExport::write(const QString &path, NumbersFormat format) const
{
    const Shown &shown = m_document->shown();
    const bool compares = shown.attention.comparison != nullptr;
    // A table holds one matrix: the visible one.
    const Compared what = format == NumbersFormat::Csv ? m_document->comparison().compared()
                          : compares                   ? Compared::Difference
                                                       : Compared::Now;
    const Shown written = shown.as(what);
    const QString name = written.attention.difference() ? differenceName(*m_document) : QString();
    writeNumbers(path, format, {written.attention, m_document->project(), name});
}

void FigureExport::copyFigure()
{
    const FigureChoice &choice = inUse();
    try {
        const QSizeF size = variantSize(choice, *m_document, FigureVariant::AsShown);
        const std::unique_ptr<Figure> figure =
            figureVariant(choice, *m_document, FigureVariant::AsShown, size, m_theme->theme());
        if (!figure) {
            m_window->statusBar()->showMessage(tr("There is no picture yet: the sentence is empty."),
                                               figureExportMessageTime);
            return;
        }
        const PictureOrigin origin(variantTitle(choice, *m_document, FigureVariant::AsShown), programName(), {});
        auto data = std::make_unique<QMimeData>();
        data->setImageData(figureImage(*figure, clipboardDpi));
        data->setData(QStringLiteral("image/png"), figureBytes(*figure, PictureFormat::Png, clipboardDpi, origin));
        data->setData(QStringLiteral("image/svg+xml"), figureBytes(*figure, PictureFormat::Svg, 96, origin));
        QApplication::clipboard()->setMimeData(data.release());
        m_window->statusBar()->showMessage(tr("Copied: %1").arg(choice.name), figureExportMessageTime);
    } catch (const Error &error) {
        m_window->statusBar()->showMessage(QString::fromUtf8(error.what()), figureExportMessageTime);
    }
}

} // namespace regard
