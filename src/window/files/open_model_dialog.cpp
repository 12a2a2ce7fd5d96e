#include "window/files/open_model_dialog.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "document/work/background_work.h"
#include "engine/base/available_memory.h"
#include "io/hub/hub_models.h"

namespace regard {

namespace {

enum Column { Name, Revision, Size, Family, State };

// What an item holds besides its texts.
constexpr int folderRole = Qt::UserRole;
constexpr int commandRole = Qt::UserRole + 1;
constexpr int detailsRole = Qt::UserRole + 2;

QString sizeText(double bytes)
{
    return QString::fromStdString(bytesText(bytes));
}

} // namespace

OpenModelDialog::OpenModelDialog(QWidget *parent)
    : QDialog(parent), m_list(new QTreeWidget(this)), m_details(new QLabel(this)), m_work(new BackgroundWork(this))
{
    setWindowTitle(tr("Open model"));
    m_list->setObjectName(QStringLiteral("models"));
    m_list->setAccessibleName(tr("Models"));
    m_list->setHeaderLabels({tr("Model"), tr("Revision"), tr("Size"), tr("Family"), tr("A click")});
    m_list->setRootIsDecorated(false);
    m_list->setItemsExpandable(false);
    m_list->setUniformRowHeights(true);
    m_details->setTextFormat(Qt::PlainText);
    m_details->setWordWrap(true);
    m_details->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_details->setMinimumHeight(3 * m_details->fontMetrics().lineSpacing());
    m_details->setAccessibleName(tr("About the chosen model"));
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    QPushButton *other = buttons->addButton(tr("Another &folder…"), QDialogButtonBox::ActionRole);
    other->setAutoDefault(false); // Enter belongs to the list
    buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_details);
    layout->addWidget(buttons);
    resize(60 * fontMetrics().averageCharWidth() * 2, 30 * fontMetrics().lineSpacing());

    const QString cache = hubCacheFolder();
    m_here = addHeading(tr("On this computer: looking in %1 …").arg(cache));
    addStarters();
    m_list->expandAll();
    m_list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    connect(m_list, &QTreeWidget::itemClicked, this, &OpenModelDialog::choose);
    connect(m_list, &QTreeWidget::itemActivated, this, &OpenModelDialog::choose);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &OpenModelDialog::tell);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(other, &QPushButton::clicked, this, &QDialog::accept);
    m_work->start(
        [this, cache](const BackgroundWork::Piece &piece) {
            findHubModels(cache, [&](const HubModel &model) {
                piece.report([this, model] { addModel(model); });
                return !piece.isCancelled();
            });
        },
        [this, cache](const QString &problem) {
            m_here->setText(Name, !problem.isEmpty()          ? problem
                                  : m_here->childCount() == 0 ? tr("On this computer: none in %1").arg(cache)
                                                              : tr("On this computer"));
        });
}

void OpenModelDialog::waitUntilDone()
{
    m_work->waitUntilDone();
}

QTreeWidgetItem *OpenModelDialog::addHeading(const QString &text)
{
    auto *heading = new QTreeWidgetItem(m_list, {text});
    heading->setFirstColumnSpanned(true);
    heading->setSizeHint(Name, {0, 3 * fontMetrics().lineSpacing() / 2}); // of all rows
    heading->setFlags(Qt::ItemIsEnabled);
    QFont bold = m_list->font();
    bold.setBold(true);
    heading->setFont(Name, bold);
    return heading;
}

void OpenModelDialog::addModel(const HubModel &model)
{
    const QString fault = QString::fromStdString(model.fault);
    auto *item = new QTreeWidgetItem(m_here, {model.name, model.revision, sizeText(double(model.bytes)),
                                              QString::fromStdString(model.family),
                                              fault.isEmpty() ? tr("opens it") : tr("says why it does not open")});
    item->setData(Name, detailsRole, fault.isEmpty() ? model.folder : fault);
    if (fault.isEmpty())
        item->setData(Name, folderRole, model.folder);
    for (int column = Name; column <= State && !fault.isEmpty(); ++column)
        item->setForeground(column, palette().brush(QPalette::Disabled, QPalette::Text));
    if (fault.isEmpty() && !m_list->currentItem())
        m_list->setCurrentItem(item);
}

void OpenModelDialog::addStarters()
{
    QTreeWidgetItem *heading = addHeading(tr("To begin with"));
    for (const StarterModel &model : starterModels()) {
        const QString command = QString::fromStdString(fetchCommand(model));
        auto *item = new QTreeWidgetItem(heading, {QString::fromLatin1(model.name), QString(), sizeText(model.bytes),
                                                   QString::fromLatin1(model.family), tr("copies the command for it")});
        item->setData(Name, commandRole, command);
        item->setData(Name, detailsRole, command);
    }
}

void OpenModelDialog::choose(QTreeWidgetItem *item)
{
    const QString command = item->data(Name, commandRole).toString();
    if (!command.isEmpty()) {
        QGuiApplication::clipboard()->setText(command);
        m_details->setText(
            tr("Copied: %1\nRun it in a terminal; hf comes with pip install huggingface_hub.").arg(command));
        return;
    }
    m_folder = item->data(Name, folderRole).toString();
    if (!m_folder.isEmpty())
        accept();
}

void OpenModelDialog::tell(QTreeWidgetItem *item)
{
    m_details->setText(item ? item->data(Name, detailsRole).toString() : QString());
}

} // namespace regard
