#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QDialog>
#include <QString>

#include "document/document.h"
#include "io/recovery/lesson_recovery.h"
#include "io/recovery/recovery.h"

class QLabel;
class QListWidget;
class QPushButton;

namespace regard {

class Autosave;
class FigureView;
class RecoveryFolder;
struct WorkPlace;

/// What runs of the program that did not end cleanly left: each with its title, when it was, what had changed and a
/// picture, to continue with, to compare with the saved file, to discard, or to leave for later.
class RecoveryDialog : public QDialog {
    Q_OBJECT
public:
    /// `folders` are held until this goes. `autosave` keeps what is recovered, before its old file is removed; null in
    /// tests.
    RecoveryDialog(std::vector<std::unique_ptr<RecoveryFolder>> folders, Autosave *autosave, const WorkPlace &place);
    /// Says that this file, with which the program was started, is open, and where it is once work is recovered.
    void nameOpened(const QString &path);
    ~RecoveryDialog() override;

    int count() const;

    // Controls, for tests
    QListWidget *list() const { return m_list; }
    QPushButton *recoverButton() const { return m_recover; }
    QPushButton *compareButton() const { return m_compare; }
    QPushButton *discardButton() const { return m_discard; }
    QPushButton *laterButton() const { return m_later; }
    QLabel *details() const { return m_details; }
    QLabel *opened() const { return m_opened; }
    FigureView *picture() const { return m_picture; }

private:
    struct Entry {
        RecoveryFolder *folder = nullptr;
        QString file;
        std::optional<Recovery> recovery{};
        std::optional<LessonRecovery> lesson{}; ///< neither: the file is damaged
        QString problem{};
    };

    void build();
    void showEntry();
    static Entry entryOf(RecoveryFolder *folder, const QString &file);
    void recover(bool compares);
    void continueWith(const Recovery &recovery, bool compares);
    void pinSaved(const Recovery &recovery);
    void discard();
    void forget(int index);
    QString titleOf(const Entry &entry) const;
    QString detailsOf(const Entry &entry) const;

    std::vector<std::unique_ptr<RecoveryFolder>> m_folders;
    std::vector<Entry> m_entries;
    Autosave *m_autosave;
    std::unique_ptr<WorkPlace> m_place;
    Document m_preview; ///< of the chosen one
    bool m_hasPreview = false;
    QListWidget *m_list;
    QLabel *m_details;
    QLabel *m_opened;
    FigureView *m_picture;
    QPushButton *m_recover;
    QPushButton *m_compare;
    QPushButton *m_discard;
    QPushButton *m_later;
};

} // namespace regard
