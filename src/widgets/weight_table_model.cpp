#include "widgets/weight_table_model.h"

#include <cmath>

#include <QBrush>
#include <QColor>

#include "engine/errors.h"
#include "widgets/app_theme.h"
#include "widgets/cell_block.h"

using namespace Qt::Literals::StringLiterals;

namespace regard {

namespace {

/// `w_q` of `encoder.0.self.w_q`.
std::string lastPart(const std::string &name)
{
    const auto dot = name.rfind('.');
    return dot == std::string::npos ? name : name.substr(dot + 1);
}

} // namespace

QString shortNumber(float value)
{
    const float size = std::abs(value);
    if (size == std::floor(size) && size < 1e5F) {
        return QString::number(static_cast<int>(value));
    }
    if (size >= 1e4F || size < 5e-4F) {
        return (value > 0 ? u"+"_s : QString()) + QString::number(static_cast<double>(value), 'e', 0);
    }
    const int decimals = size < 10 ? 3 : size < 100 ? 2 : 1;
    return (value > 0 ? u"+"_s : QString()) + QString::number(static_cast<double>(value), 'f', decimals);
}

WeightTableModel::WeightTableModel(Document *document, AppTheme *theme, QObject *parent)
    : QAbstractTableModel(parent), m_document(document), m_theme(theme)
{
    connect(document, &Document::loaded, this, &WeightTableModel::refresh);
    connect(document, &Document::modelChanged, this, &WeightTableModel::refresh);
    connect(document, &Document::sourceChanged, this, &WeightTableModel::refresh);
    connect(document, &Document::selectionChanged, this, &WeightTableModel::repaintAll);
    connect(theme, &AppTheme::changed, this, &WeightTableModel::repaintAll);
}

void WeightTableModel::setMatrix(const std::string &name)
{
    beginResetModel();
    m_name = name;
    m_values = m_document->matrix(name);
    m_largest = m_values && m_values->size() > 0 ? m_values->cwiseAbs().maxCoeff() : 0;
    endResetModel();
}

void WeightTableModel::refresh()
{
    const SharedMatrix fresh = m_document->matrix(m_name);
    const bool sameSize = fresh && m_values && fresh->rows() == m_values->rows() && fresh->cols() == m_values->cols();
    if (!sameSize) {
        if (fresh || m_values) {
            setMatrix(m_name);
        }
        return;
    }
    if (fresh != m_values) {
        m_values = fresh;
        m_largest = m_values->size() > 0 ? m_values->cwiseAbs().maxCoeff() : 0;
    }
    repaintAll();
}

void WeightTableModel::repaintAll()
{
    if (rowCount() > 0 && columnCount() > 0) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
        emit headerDataChanged(Qt::Vertical, 0, rowCount() - 1);
    }
}

int WeightTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_values ? 0 : static_cast<int>(m_values->rows());
}

int WeightTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_values ? 0 : static_cast<int>(m_values->cols());
}

bool WeightTableModel::isInputMatrix() const
{
    const std::string part = lastPart(m_name);
    return part == "w_q" || part == "w_k" || part == "w_v";
}

WeightTableModel::HeadBands WeightTableModel::headBands() const
{
    const std::shared_ptr<const Model> model = m_document->model();
    if (!model || !m_values) {
        return {};
    }
    const std::string part = lastPart(m_name);
    if (part == "w_q" || part == "w_k" || part == "b_q" || part == "b_k") {
        return {true, Qt::Horizontal, model->config.dKey};
    }
    if (part == "w_v" || part == "b_v") {
        return {true, Qt::Horizontal, model->config.dValue};
    }
    if (part == "w_o") {
        return {true, Qt::Vertical, model->config.dValue};
    }
    if (part == "w_a") {
        return {true, Qt::Vertical, 1};
    }
    return {};
}

int WeightTableModel::headOf(const QModelIndex &index) const
{
    const HeadBands bands = headBands();
    return bands.exist ? (bands.along == Qt::Horizontal ? index.column() : index.row()) / bands.width : -1;
}

bool WeightTableModel::isInSelectedHead(const QModelIndex &index) const
{
    const int head = headOf(index);
    return head < 0 || head == m_document->selection().head;
}

QVariant WeightTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const float number = value(index);
    switch (role) {
    case Qt::DisplayRole:
        return shortNumber(number);
    case Qt::EditRole:
        return cellText(number);
    case Qt::BackgroundRole:
        return QBrush(QColor(m_theme->theme().diverging(m_largest > 0 ? number / m_largest : 0)));
    case Qt::ForegroundRole:
        return QBrush(m_theme->theme().textOn(m_theme->theme().diverging(m_largest > 0 ? number / m_largest : 0)));
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(Qt::AlignCenter));
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return tr("%1, %2: %3").arg(rowName(index.row()), columnName(index.column()), cellText(number));
    default:
        return {};
    }
}

bool WeightTableModel::setCell(const QModelIndex &index, float value, int gesture)
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return false;
    }
    try {
        m_document->editCell(m_name, index.row(), index.column(), value, gesture);
    } catch (const Error &error) {
        emit refused(QString::fromUtf8(error.what()));
        return false;
    }
    emit accepted();
    return true;
}

bool WeightTableModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return false;
    }
    const std::optional<float> number = parseCell(value.toString());
    if (!number) {
        emit refused(tr("“%1” is not a number; the cell keeps %2. Write a number such as -0.5 or 1e-3.")
                         .arg(value.toString().left(32), cellText(this->value(index))));
        return false;
    }
    return setCell(index, *number, -1);
}

QString WeightTableModel::rowName(int row) const
{
    if (m_name == embeddingMatrix) {
        const auto &tokens = m_document->tokens().tokens;
        return row < static_cast<int>(tokens.size()) ? QString::fromStdString(tokens[static_cast<size_t>(row)].text)
                                                     : QString::number(row);
    }
    const auto &dimensions = m_document->dimensions();
    if (isInputMatrix() && row < static_cast<int>(dimensions.size())) {
        return QString::fromStdString(dimensions[static_cast<size_t>(row)]);
    }
    const HeadBands bands = headBands();
    if (bands.exist && bands.along == Qt::Vertical) {
        return bands.width == 1 ? tr("head %1").arg(row + 1) : QString::number(row % bands.width);
    }
    return QString::number(row);
}

QString WeightTableModel::columnName(int column) const
{
    const auto &dimensions = m_document->dimensions();
    const std::string part = lastPart(m_name);
    const bool overModel = part == embeddingMatrix || part == "position" || part == "w_o" || part == "b_o";
    if (overModel && column < static_cast<int>(dimensions.size())) {
        return QString::fromStdString(dimensions[static_cast<size_t>(column)]);
    }
    const HeadBands bands = headBands();
    return QString::number(bands.exist && bands.along == Qt::Horizontal ? column % bands.width : column);
}

QString WeightTableModel::headerToolTip(int section, Qt::Orientation orientation) const
{
    const HeadBands bands = headBands();
    const QString name = orientation == Qt::Horizontal ? columnName(section) : rowName(section);
    if (bands.exist && bands.along == orientation) {
        const int head = section / bands.width + 1;
        return orientation == Qt::Horizontal
                   ? tr("Head %1, column %2 (column %3 of the matrix)").arg(head).arg(name).arg(section)
                   : tr("Head %1, row %2 (row %3 of the matrix)").arg(head).arg(section % bands.width).arg(section);
    }
    if (m_name == embeddingMatrix && orientation == Qt::Vertical) {
        const auto &tokens = m_document->tokens().tokens;
        const bool drawn = section < static_cast<int>(tokens.size()) &&
                           m_document->isTokenRandom(tokens[static_cast<size_t>(section)].text);
        return drawn ? tr("%1: this row is random, so the word means nothing yet").arg(name) : name;
    }
    return name;
}

QVariant WeightTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (section < 0 || section >= (orientation == Qt::Horizontal ? columnCount() : rowCount())) {
        return {};
    }
    switch (role) {
    case Qt::DisplayRole:
        return orientation == Qt::Horizontal ? columnName(section) : rowName(section);
    case Qt::ToolTipRole:
        return headerToolTip(section, orientation);
    default:
        return {};
    }
}

Qt::ItemFlags WeightTableModel::flags(const QModelIndex &index) const
{
    return QAbstractTableModel::flags(index) | (index.isValid() ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

} // namespace regard
