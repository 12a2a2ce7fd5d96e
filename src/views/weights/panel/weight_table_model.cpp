#include "views/weights/panel/weight_table_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QBrush>
#include <QColor>
#include <QFont>
#include <QRect>
#include <QScopeGuard>

#include "controls/app_theme.h"
#include "document/matrices/dimension_names.h"
#include "document/matrices/matrix_axes.h"
#include "engine/base/errors.h"
#include "engine/model/key_head.h"
#include "engine/model/recurrent.h"
#include "views/base/token_names.h"
#include "views/weights/cell_block.h"

using namespace Qt::Literals::StringLiterals;

namespace regard {

namespace {

bool isOutputLayer(const std::string &name)
{
    return name == "output.w" || name == "output.b";
}

} // namespace

QString shortNumber(float value)
{
    const float size = std::abs(value);
    if (size == std::floor(size) && size < 1e5F)
        return QString::number(int(value));
    if (size >= 1e4F || size < 5e-4F)
        return (value > 0 ? u"+"_s : QString()) + QString::number(double(value), 'e', 0);
    const int decimals = size < 10 ? 3 : size < 100 ? 2 : 1;
    return (value > 0 ? u"+"_s : QString()) + QString::number(double(value), 'f', decimals);
}

WeightTableModel::WeightTableModel(Document *document, AppTheme *theme, QObject *parent)
    : QAbstractTableModel(parent), m_document(document), m_theme(theme)
{
    connect(document, &Document::loaded, this, &WeightTableModel::refresh);
    connect(&document->matrices(), &Matrices::modelChanged, this, &WeightTableModel::followModel);
    connect(&document->sentences(), &Sentences::sourceChanged, this, &WeightTableModel::refresh);
    connect(&document->sentences(), &Sentences::targetChanged, this, &WeightTableModel::refresh);
    connect(&document->look(), &Look::selectionChanged, this, &WeightTableModel::repaintAll);
    connect(&document->comparison(), &Comparison::pinnedChanged, this, &WeightTableModel::repaintAll);
    connect(&document->look(), &Look::highlightChanged, this, &WeightTableModel::readHighlight);
    connect(theme, &AppTheme::changed, this, &WeightTableModel::repaintAll);
}

void WeightTableModel::setMatrix(const std::string &name)
{
    beginResetModel();
    const auto end = qScopeGuard([this] { endResetModel(); });
    m_name = name;
    m_values = m_document->matrices().matrix(name).matrix();
    m_largest = m_values && m_values->size() > 0 ? m_values->cwiseAbs().maxCoeff() : 0;
    readVocabulary();
    m_config = m_document->matrices().model()->config;
    readHighlight();
}

void WeightTableModel::readHighlight()
{
    const std::vector<CellRef> before = std::exchange(m_highlighted, {});
    for (const CellRef &cell : m_document->look().highlight().cells)
        if (cell.matrix == m_name)
            m_highlighted.push_back(cell);
    if (m_highlighted != before)
        emit highlightRead();
}

bool WeightTableModel::isChanged(const QModelIndex &index) const
{
    return m_document->matrices().compared().isChanged(m_name, index.row(), index.column());
}

bool WeightTableModel::isHighlighted(int row, int column) const
{
    return std::any_of(m_highlighted.begin(), m_highlighted.end(), [row, column](const CellRef &cell) {
        return (cell.row < 0 || cell.row == row) && (cell.column < 0 || cell.column == column);
    });
}

void WeightTableModel::readVocabulary()
{
    m_vocabulary = isOutputLayer(m_name) && m_values ? m_document->matrices().vocabulary() : TokenList();
}

void WeightTableModel::refresh()
{
    const SharedMatrix fresh = m_document->matrices().matrix(m_name).matrix();
    const bool sameSize = fresh && m_values && fresh->rows() == m_values->rows() && fresh->cols() == m_values->cols();
    if (!sameSize) {
        if (fresh || m_values)
            setMatrix(m_name);
        return;
    }
    if (fresh != m_values) {
        m_values = fresh;
        m_largest = m_values->size() > 0 ? m_values->cwiseAbs().maxCoeff() : 0;
    }
    readVocabulary();
    m_config = m_document->matrices().model()->config;
    repaintAll();
}

/// Most changes are of a cell, and most of another matrix: then the rest of the table stays as it is.
void WeightTableModel::followModel()
{
    const SharedMatrix fresh = m_document->matrices().matrix(m_name).matrix();
    const bool isSameTable = fresh && m_values && fresh->rows() == m_values->rows() &&
                             fresh->cols() == m_values->cols() && m_document->matrices().model()->config == m_config &&
                             !tokenSide() && !isOutputLayer(m_name);
    if (!isSameTable) {
        refresh();
        return;
    }
    const SharedMatrix before = std::exchange(m_values, fresh);
    if (before == fresh)
        return;
    QRect changed;
    for (Eigen::Index row = 0; row < fresh->rows(); ++row)
        for (Eigen::Index column = 0; column < fresh->cols(); ++column)
            if ((*fresh)(row, column) != (*before)(row, column))
                changed |= QRect(int(column), int(row), 1, 1);
    const float largest = fresh->size() > 0 ? fresh->cwiseAbs().maxCoeff() : 0;
    if (std::exchange(m_largest, largest) != largest) // the end of every cell's colour scale
        changed = QRect(0, 0, columnCount(), rowCount());
    if (!changed.isEmpty())
        emit dataChanged(index(changed.top(), changed.left()), index(changed.bottom(), changed.right()));
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
    return parent.isValid() || !m_values ? 0 : int(m_values->rows());
}

int WeightTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_values ? 0 : int(m_values->cols());
}

std::optional<Side> WeightTableModel::tokenSide() const
{
    if (m_name == embeddingMatrix)
        return Side::Source;
    if (m_name == targetEmbeddingMatrix)
        return Side::Target;
    return std::nullopt;
}

const Token *WeightTableModel::tokenOf(int row) const
{
    const std::optional<Side> side = tokenSide();
    if (!side)
        return nullptr;
    const std::vector<Token> &tokens = m_document->sentences().tokens(*side).tokens;
    return row >= 0 && row < int(tokens.size()) ? &tokens[std::size_t(row)] : nullptr;
}

bool WeightTableModel::isRandomToken(int row) const
{
    const Token *token = tokenOf(row);
    return token != nullptr && m_document->matrices().isTokenRandom(token->text);
}

bool WeightTableModel::isMaskedToken(int row) const
{
    const std::optional<Side> side = tokenSide();
    if (!side)
        return false;
    const std::vector<int> &masked = m_document->sentences().masked(*side);
    return std::binary_search(masked.begin(), masked.end(), row);
}

HeadBands WeightTableModel::headBands() const
{
    return m_values ? headBandsOf(*m_document, m_name) : HeadBands();
}

QString WeightTableModel::bandName(const HeadBands &bands, int band)
{
    return bands.group > 1 ? tr("k/v head %1").arg(band + 1) : tr("head %1").arg(band + 1);
}

int WeightTableModel::headOf(const QModelIndex &index) const
{
    const HeadBands bands = headBands();
    if (!bands.exist)
        return -1;
    const int band = (bands.along == Qt::Horizontal ? index.column() : index.row()) / bands.width;
    return band == bands.selected ? m_document->look().selection().head : band * bands.group;
}

bool WeightTableModel::isInSelectedHead(const QModelIndex &index) const
{
    const int head = headOf(index);
    return head < 0 || head == m_document->look().selection().head;
}

int WeightTableModel::longestNumber(int firstColumn, int columns) const
{
    constexpr Eigen::Index mostRead = 8192;
    if (!m_values || m_values->rows() * columns > mostRead || firstColumn + columns > m_values->cols())
        return 6; // −0.123
    qsizetype longest = 0;
    for (const float number : m_values->middleCols(firstColumn, columns).reshaped())
        longest = std::max(longest, shortNumber(number).size());
    return int(longest);
}

QVariant WeightTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const float number = value(index);
    switch (role) {
    case Qt::DisplayRole:
        return shortNumber(number).replace(QLatin1Char('-'), QChar(0x2212));
    case Qt::EditRole:
        return cellText(number);
    case Qt::BackgroundRole:
        return QBrush(QColor(m_theme->theme().diverging(m_largest > 0 ? number / m_largest : 0)));
    case Qt::ForegroundRole:
        return QBrush(m_theme->theme().textOn(m_theme->theme().diverging(m_largest > 0 ? number / m_largest : 0)));
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(Qt::AlignCenter));
    case Qt::ToolTipRole:
        return cellName(index);
    case Qt::AccessibleTextRole:
        return cellName(index);
    default:
        return {};
    }
}

bool WeightTableModel::setCell(const QModelIndex &index, float value, int gesture)
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return false;
    try {
        m_document->matrices().editCell(m_name, index.row(), index.column(), value, gesture);
    } catch (const Error &error) {
        emit refused(QString::fromUtf8(error.what()),
                     refusalOf([document = m_document, name = m_name, row = index.row(), column = index.column(),
                                value] { document->matrices().editCell(name, row, column, value); }));
        return false;
    }
    emit accepted();
    return true;
}

bool WeightTableModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return false;
    if (m_document->isChanging()) // a cell that is open is left because its number changes
        return false;
    const std::optional<float> number = parseCell(value.toString());
    if (!number) {
        bool isNumber = false;
        value.toString().trimmed().toDouble(&isNumber);
        const Refusal why = [isNumber, text = value.toString().left(32), kept = cellText(this->value(index)),
                             row = rowName(index.row()), column = columnName(index.column())] {
            return (isNumber ? tr("“%1” is beyond what float32 holds, about ±3.4e38; %3 keeps %2.")
                             : tr("“%1” is not a number; %3 keeps %2. Write a number such as -0.5 or 1e-3."))
                .arg(text, kept, tr("%1, column %2").arg(row, column));
        };
        emit refused(why(), why);
        return false;
    }
    return setCell(index, *number, -1);
}

QString WeightTableModel::rowName(int row) const
{
    if (const Token *token = tokenOf(row))
        return QString::fromStdString(token->label.empty() ? token->text : token->label);
    if (m_name == "token_type")
        return tr("type %1").arg(row);
    const auto &dimensions = m_document->matrices().dimensions();
    if (readsModelWidth(m_name) && row < int(dimensions.size()))
        return dimensionName(dimensions[size_t(row)]);
    const HeadBands bands = headBands();
    if (bands.exist && bands.along == Qt::Vertical && bands.width == 1)
        return bandName(bands, row);
    return QString::number(row);
}

QString WeightTableModel::columnName(int column) const
{
    if (column < int(m_vocabulary.size()))
        return wordName(*m_document->matrices().model(), m_vocabulary[size_t(column)]);
    const auto &dimensions = m_document->matrices().dimensions();
    if (givesModelWidth(m_name) && column < int(dimensions.size()))
        return dimensionName(dimensions[size_t(column)]);
    return QString::number(column); // of the matrix, as cells are named everywhere, not of the head
}

QString WeightTableModel::cellName(const QModelIndex &index) const
{
    const QString name = tr("%1, %2: %3").arg(rowName(index.row()), columnName(index.column()), cellText(value(index)));
    if (!isChanged(index))
        return name;
    const QString before = cellText(m_document->matrices().compared().valueBefore(m_name, index.row(), index.column()));
    return m_document->comparison().pinned() ? tr("%1 (pinned: %2)").arg(name, before)
                                             : tr("%1 (opened: %2)").arg(name, before);
}

QString WeightTableModel::headerToolTip(int section, Qt::Orientation orientation) const
{
    const HeadBands bands = headBands();
    const QString name = orientation == Qt::Horizontal ? columnName(section) : rowName(section);
    if (bands.exist && bands.along == orientation) {
        const int head = section / bands.width + 1;
        if (bands.group > 1) {
            return tr("Key and value head %1, which heads %2 to %3 read: column %4")
                .arg(head)
                .arg((head - 1) * bands.group + 1)
                .arg(head * bands.group)
                .arg(section);
        }
        return (orientation == Qt::Horizontal ? tr("Head %1, column %2") : tr("Head %1, row %2"))
            .arg(head)
            .arg(section);
    }
    if (orientation == Qt::Vertical && isRandomToken(section))
        return tr("%1: this row is random, so the word means nothing yet").arg(name);
    return name;
}

QVariant WeightTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (section < 0 || section >= (orientation == Qt::Horizontal ? columnCount() : rowCount()))
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return orientation == Qt::Horizontal ? columnName(section) : rowName(section);
    case Qt::ToolTipRole:
        return headerToolTip(section, orientation);
    case Qt::FontRole:
        if (orientation == Qt::Vertical && isMaskedToken(section)) {
            QFont struck;
            struck.setStrikeOut(true);
            return struck;
        }
        return {};
    default:
        return {};
    }
}

Qt::ItemFlags WeightTableModel::flags(const QModelIndex &index) const
{
    return QAbstractTableModel::flags(index) | (index.isValid() ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

} // namespace regard
