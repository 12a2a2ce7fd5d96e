#include "views/weights/panel/weights_panel.h"

#include <map>
#include <new>

#include <QClipboard>
#include <QGuiApplication>
#include <QLocale>
#include <QRandomGenerator>

#include "document/document.h"
#include "engine/base/errors.h"
#include "engine/model/initialization.h"
#include "ui_weights_panel.h"
#include "views/weights/cell_block.h"
#include "views/weights/panel/weight_table_model.h"
#include "views/weights/panel/weight_table_view.h"

using namespace Qt::Literals::StringLiterals;

namespace regard {

template <typename Change>
void WeightsPanel::attempt(const Change &change, const Refusal &again)
{
    try {
        change();
        m_ui->message->hide();
    } catch (const Error &error) {
        refuse(QString::fromUtf8(error.what()), again);
    } catch (const std::bad_alloc &) {
        refuse(tr("There is not enough memory for this; the weights stay as they were."));
    }
}

void WeightsPanel::copy()
{
    const QRect block = m_table->selectedBlock();
    if (m_model->values() && !block.isEmpty()) {
        const Matrix copied = m_model->values()->block(block.y(), block.x(), block.height(), block.width());
        QGuiApplication::clipboard()->setText(cellBlockText(copied));
    }
}

void WeightsPanel::paste()
{
    const QString text = QGuiApplication::clipboard()->text();
    const QRect selected = m_table->selectedBlock();
    const SharedMatrix &values = m_model->values();
    const PasteTarget target{selected.width(), values ? int(values->cols()) : 0,
                             QLocale::system().decimalPoint() == u","_s};
    const auto placeOf = [&](const CellBlock &block) {
        const bool isWhole = values && block.numbers.rows() == values->rows() && block.numbers.cols() == values->cols();
        const QModelIndex first = isWhole ? m_model->index(0, 0) : m_table->firstInView();
        return selected.isEmpty() ? QPoint(first.column(), first.row()) : selected.topLeft();
    };
    const QPoint usual = placeOf({});
    attempt(
        [&] {
            const CellBlock block = parseCellBlock(text, target);
            const QPoint place = placeOf(block);
            pasteAt(place.y(), place.x(), block);
        },
        refusalOf([document = m_document, name = m_model->matrixName(), text, target, usual] {
            document->matrices().editBlock(name, usual.y(), usual.x(), parseCellBlock(text, target).numbers, {});
        }));
}

void WeightsPanel::pasteAt(int row, int column, const CellBlock &block)
{
    const Matrix &numbers = block.numbers;
    m_document->matrices().editBlock(m_model->matrixName(), row, column, numbers,
                                     tr("paste %1 × %2 cells").arg(numbers.rows()).arg(numbers.cols()));
    m_table->selectionModel()->select(
        QItemSelection(m_model->index(row, column),
                       m_model->index(row + int(numbers.rows()) - 1, column + int(numbers.cols()) - 1)),
        QItemSelectionModel::ClearAndSelect);
    m_table->scrollTo(m_model->index(row, column));
    m_pastedAt = QPoint(column, row);
    m_pasted = block;
    m_ui->pasted->setVisible(block.commas.has_value());
    if (!block.commas)
        return;
    const bool isDecimal = block.commas == CommaRole::Decimal;
    m_ui->pastedText->setText((isDecimal ? tr("Pasted %1 × %2 numbers; commas read as decimal points.")
                                         : tr("Pasted %1 × %2 numbers; commas read as separators."))
                                  .arg(numbers.rows())
                                  .arg(numbers.cols()));
    m_ui->pasteOtherwise->setVisible(block.otherwise.has_value());
    if (block.otherwise)
        m_ui->pasteOtherwise->setText(tr("Read as %1 × %2").arg(block.otherwise->rows()).arg(block.otherwise->cols()));
}

void WeightsPanel::pasteOtherwise()
{
    const CellBlock before = m_pasted;
    const CommaRole other = before.commas == CommaRole::Decimal ? CommaRole::Separator : CommaRole::Decimal;
    attempt([&] {
        m_document->undoStack()->undo(); // the paste: after any other step its line is hidden
        try {
            pasteAt(m_pastedAt.y(), m_pastedAt.x(), {*before.otherwise, other, before.numbers});
        } catch (const Error &) { // it does not fit there
            m_document->undoStack()->redo();
            throw;
        }
    });
    m_table->setFocus(); // the button may be gone
}

void WeightsPanel::zeroSelection()
{
    const QRect block = m_table->selectedBlock();
    if (!block.isEmpty()) {
        attempt([&] {
            m_document->matrices().editBlock(m_model->matrixName(), block.y(), block.x(),
                                             Matrix::Zero(block.height(), block.width()), tr("set cells to zero"));
        });
    }
}

Matrix WeightsPanel::drawn(Fill fill, const Matrix &whole) const
{
    ModelConfig config = m_document->matrices().model()->config;
    config.initialization = fill == Fill::Gaussian ? Initialization::Gaussian
                            : fill == Fill::Xavier ? Initialization::Xavier
                                                   : Initialization::Kaiming;
    config.seed = QRandomGenerator::global()->generate64();
    const int rows = int(whole.rows());
    // Always drawn as a projection: a bias to be filled randomly must not stay 0.
    return drawWeight(config, {m_model->matrixName(), rows, int(whole.cols()), WeightRole::Projection, true}, rows);
}

void WeightsPanel::makeRowsOfEqualTokensEqual(Matrix &rows) const
{
    const std::optional<Side> side = m_model->tokenSide();
    if (!side)
        return;
    std::map<std::string, Eigen::Index> first;
    const auto &tokens = m_document->sentences().tokens(*side).tokens;
    for (Eigen::Index row = 0; row < rows.rows() && row < Eigen::Index(tokens.size()); ++row) {
        const auto [place, isNew] = first.emplace(tokens[std::size_t(row)].text, row);
        if (!isNew)
            rows.row(row) = rows.row(place->second).eval();
    }
}

void WeightsPanel::fill(Fill kind)
{
    const SharedMatrix values = m_model->values();
    if (!values || values->size() == 0)
        return;
    QRect block = m_table->selectedBlock();
    if (block.width() * block.height() <= 1)
        block = QRect(0, 0, int(values->cols()), int(values->rows()));
    attempt([&] {
        Matrix cells = kind == Fill::Identity ? Matrix(Matrix::Identity(block.height(), block.width()))
                                              : Matrix(Matrix::Zero(block.height(), block.width()));
        if (kind != Fill::Zero && kind != Fill::Identity) {
            // The matrix is drawn whole, so that the spread is the matrix's and not the block's.
            cells = drawn(kind, *values).block(block.y(), block.x(), block.height(), block.width()).eval();
        }
        if (m_model->tokenSide()) {
            Matrix whole = *values;
            whole.block(block.y(), block.x(), block.height(), block.width()) = cells;
            makeRowsOfEqualTokensEqual(whole);
            cells = whole.block(block.y(), block.x(), block.height(), block.width()).eval();
        }
        m_document->matrices().editBlock(m_model->matrixName(), block.y(), block.x(), cells, tr("fill cells"));
    });
    m_table->setFocus(); // the next key goes to the cells, not to the button
}

void WeightsPanel::revertCells()
{
    const QRect block = m_table->selectedBlock();
    if (block.isEmpty())
        return;
    m_table->scrollTo(m_table->currentIndex());
    attempt([&] {
        const auto revert = [&] {
            for (int row = block.top(); row <= block.bottom(); ++row) {
                for (int column = block.left(); column <= block.right(); ++column)
                    if (m_document->matrices().compared().isChanged(m_model->matrixName(), row, column))
                        m_document->matrices().revertCell(m_model->matrixName(), row, column);
            }
        };
        if (block.width() * block.height() > 1)
            m_document->asOneStep(tr("revert cells"), revert);
        else
            revert();
    });
}

void WeightsPanel::revertMatrix()
{
    attempt([this] { m_document->matrices().revertMatrix(m_model->matrixName()); });
}

} // namespace regard
