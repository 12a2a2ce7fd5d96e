#pragma once

#include <functional>
#include <vector>

#include <QWidget>

#include "controls/refusal.h"
#include "training/optimizer/training_options.h"

class QComboBox;
class QGridLayout;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace regard {

class Training;

/// How a model is trained: the three options that everybody changes in plain sight, the others folded, each with one
/// sentence. What changes counts from the next step on.
class TrainingOptionsForm : public QWidget {
    Q_OBJECT
public:
    TrainingOptionsForm(Training *training, QWidget *parent);

    void setOpen(bool isOpen); ///< shows the folded ones
    void refresh();

signals:
    void refused(const QString &sentence, const regard::Refusal &again);
    void accepted(); ///< an option was changed

private:
    using Edit = std::function<void(TrainingOptions &options)>;

    struct Row {
        const char *name; ///< of the object
        QString label;
        QString sentence;
        double least;
        double most;
        bool isWhole;
        std::function<double(const TrainingOptions &)> get;
        std::function<void(TrainingOptions &, double)> set;
    };

    static std::vector<Row> plainRows();
    static std::vector<Row> foldedRows();
    void addRows(QGridLayout *grid, const std::vector<Row> &rows, bool saysSentences);
    void addSchedule(QGridLayout *grid);
    void addSeed(QGridLayout *grid);
    void change(const Edit &edit);

    Training *m_training;
    QToolButton *m_open;
    QPushButton *m_vaswani;
    QWidget *m_folded;
    QComboBox *m_schedule = nullptr;
    QLineEdit *m_seed = nullptr;
    std::vector<std::function<void(const TrainingOptions &)>> m_refresh; ///< each field
};

} // namespace regard
