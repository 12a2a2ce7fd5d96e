#pragma once

#include <cstddef>

#include <QWidget>

#include "document/document.h"

class QCheckBox;
class QComboBox;
class QPushButton;

namespace regard {

class AblationMeans;

/// Switches for the selected head, its attention and the layer's feed-forward, each with its replacement, and buttons
/// for several heads at once. Every change is one undo step.
class AblationControls : public QWidget {
    Q_OBJECT
public:
    AblationControls(Document *document, QWidget *parent);

    /// What can be switched: one line of the controls.
    enum class Line { Head, Attention, FeedForward };
    QCheckBox *check(Line line) const { return m_lines[index(line)].check; }
    QComboBox *replacement(Line line) const { return m_lines[index(line)].replacement; }

    AblationMeans *means() const { return m_means; }

private:
    struct Controls {
        QCheckBox *check = nullptr;
        QComboBox *replacement = nullptr;
    };

    static std::size_t index(Line line) { return std::size_t(line); }
    QWidget *buildLines();
    QWidget *buildLine(Line line, QWidget *parent);
    QWidget *buildButtons();
    void refresh();
    void showLine(Line line, const QString &name, bool exists, const Replacement *set);
    void switchLine(Line line);
    void switchShown();
    void switchOthers();
    void switchAllOn();
    Replacement chosen(Line line) const;
    bool takesSentenceMean() const;
    void tellChosen();
    /// One undo step; where means are needed, as soon as they are computed.
    void apply(const Interventions &interventions, const QString &text, bool needsMeans = false);

    Document *m_document;
    AblationMeans *m_means;
    Controls m_lines[3];
    QPushButton *m_shown;
    QPushButton *m_others;
    QPushButton *m_allOn;
    bool m_showing = false; ///< the controls follow the document and emit nothing
};

} // namespace regard
