#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QAbstractTableModel>

#include "controls/refusal.h"
#include "document/document.h"
#include "engine/model/model_config.h"
#include "engine/model/token_list.h"
#include "views/weights/head_bands.h"

namespace regard {

class AppTheme;

/// One matrix of the document as a table: values, signs in colour, and headers that say what rows and columns are.
///
/// Holds the shared matrix as the document last announced it, so that reading a cell needs no look-up, whatever the
/// size. Edits go to the document; a refused one is reported by refused() and leaves the cell.
class WeightTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    WeightTableModel(Document *document, AppTheme *theme, QObject *parent);

    /// A full name (`encoder.0.self.w_q`), "X" or "X target". Where the document has no such matrix the table is empty.
    void setMatrix(const std::string &name);
    const std::string &matrixName() const { return m_name; }
    /// Null where the document has no such matrix.
    const SharedMatrix &values() const { return m_values; }
    float value(const QModelIndex &index) const { return (*m_values)(index.row(), index.column()); }
    /// max |value| over the whole matrix, the end of the colour scale.
    float largest() const { return m_largest; }

    /// The sentence whose tokens the rows are; nothing where they are not tokens.
    std::optional<Side> tokenSide() const;
    /// True for a row of a token whose embedding is random.
    bool isRandomToken(int row) const;
    bool isMaskedToken(int row) const; ///< masked out as padding: its name is struck through

    /// The most characters of a number in those columns, where they are read in no time; else of any number.
    int longestNumber(int firstColumn, int columns) const;
    HeadBands headBands() const;
    /// "head 2", or "k/v head 2" where several heads share it; the band counts from 0.
    static QString bandName(const HeadBands &bands, int band);
    /// The head that a cell belongs to, −1 where the matrix is not split by heads. Heads that share a cell give the
    /// selected one, else the first.
    int headOf(const QModelIndex &index) const;
    /// False only for cells of other heads than the selected one.
    bool isInSelectedHead(const QModelIndex &index) const;
    /// Whether the cell differs from the pinned state, or from the opened file where nothing is pinned.
    bool isChanged(const QModelIndex &index) const;
    /// Whether another view lights the cell up.
    bool isHighlighted(int row, int column) const;

    /// One edit, gestures as in Document::editCell. False where it was refused.
    bool setCell(const QModelIndex &index, float value, int gesture);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    /// EditRole takes a number or a text as parseCell reads it.
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

signals:
    void highlightRead(); ///< other cells are highlighted
    void refused(const QString &sentence, const regard::Refusal &again);
    void accepted();

private:
    void refresh();
    void readHighlight();
    void followModel();
    void repaintAll();
    QString rowName(int row) const;
    QString columnName(int column) const;
    QString cellName(const QModelIndex &index) const; ///< its place and value
    QString headerToolTip(int section, Qt::Orientation orientation) const;
    /// The token of a row; null where the rows are not tokens.
    const Token *tokenOf(int row) const;
    void readVocabulary();

    Document *m_document;
    AppTheme *m_theme;
    std::string m_name;
    std::vector<CellRef> m_highlighted; ///< of this matrix
    SharedMatrix m_values;
    ModelConfig m_config; ///< of the model that the values are of
    float m_largest = 0;
    TokenList m_vocabulary; ///< names of the columns of the output layer; empty for other matrices
};

/// A value as a cell of some six characters shows it: `+0.083`, whole numbers as `1` and `-2`, large and tiny ones
/// with an exponent.
QString shortNumber(float value);

} // namespace regard
