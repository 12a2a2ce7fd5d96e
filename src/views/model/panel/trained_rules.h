#pragma once

#include <functional>
#include <string>
#include <vector>

#include <QString>
#include <QWidget>

#include "engine/model/model.h"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QSpinBox;
class QToolButton;

namespace regard {

/// Rules of trained models that the classroom's lack: shared key heads, RMS norms, gated feed-forwards and the like.
/// Folded, and unfolded where the model has any of them. Changes nothing itself: it emits wanted().
class TrainedRules : public QWidget {
    Q_OBJECT
public:
    explicit TrainedRules(QWidget *parent);

    /// Shows the model's values.
    void read(const Model &model);
    void setOpen(bool open);

signals:
    /// A change of one field, as the undo step names it.
    void wanted(const QObject *field, const QString &text, const std::function<void(ModelConfig &)> &edit);
    /// The typed value is refused.
    void refused(const QString &field, const QString &key, const QString &text);

private:
    struct TextRule {
        QLineEdit *edit;
        QLabel *label;
        const char *key; ///< of `model`
        bool (*isShown)(const ModelConfig &);
        std::string shown; ///< the model's value
    };

    void takeText(const TextRule &rule);
    void buildFields();
    QSpinBox *addNumber(const QString &name, const QString &tip, const QString &none, int most, const QString &text,
                        int ModelConfig::*member);
    QCheckBox *addSwitch(const QString &name, const QString &tip, const QString &on, const QString &off,
                         bool ModelConfig::*member);
    void addRow(const QString &name, const QString &tip, QWidget *field);
    QComboBox *addChoice(const QString &name, const QString &tip, const QStringList &values, const QString &text,
                         const std::function<void(ModelConfig &, int)> &set);
    /// A value that is typed as files spell it. Where `none` is given, a 0 or an empty list
    /// is shown as that word in an empty field.
    void addText(const char *key, const QString &name, const QString &tip, bool (*isShown)(const ModelConfig &),
                 const QString &none = {});
    QWidget *labelOf(QWidget *field) const;
    void readRotary(const ModelConfig &config);
    void readMaskedWords(const Model &model);
    void readTied(const Model &model);

    QToolButton *m_open;
    QWidget *m_body;
    QGridLayout *m_fields;
    std::vector<TextRule> m_texts;
    QCheckBox *m_interleaved = nullptr;
    QSpinBox *m_rotaryWidth = nullptr;
    QComboBox *m_ropeScaling = nullptr;
    QSpinBox *m_ropeOriginal = nullptr;
    QCheckBox *m_ropeTruncate = nullptr;
    QSpinBox *m_window = nullptr;
    QComboBox *m_qkNorm = nullptr;
    QSpinBox *m_keyHeads = nullptr;
    QCheckBox *m_qkvBias = nullptr;
    QComboBox *m_normKind = nullptr;
    QComboBox *m_scoreBias = nullptr;
    QCheckBox *m_sinks = nullptr;
    QCheckBox *m_scaleByLayer = nullptr;
    QSpinBox *m_embeddingSize = nullptr;
    QCheckBox *m_narrowTokens = nullptr;
    QCheckBox *m_tokenDropout = nullptr;
    QCheckBox *m_parallel = nullptr;
    QCheckBox *m_gated = nullptr;
    QSpinBox *m_types = nullptr;
    QSpinBox *m_most = nullptr;
    QCheckBox *m_maskedWords = nullptr;
    QCheckBox *m_replaced = nullptr;
    QCheckBox *m_tied = nullptr;
    bool m_hadAny = false; ///< of the model shown
};

} // namespace regard
