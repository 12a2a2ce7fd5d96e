#pragma once

#include <memory>
#include <vector>

#include <QAbstractListModel>

#include "document/document.h"
#include "io/project/project.h"

namespace regard {

class SnapshotThumbnails;

/// The document's snapshots as a list: one row each, whose text is the name that a user gave (perhaps none) and can
/// be edited. Rows can be moved.
class SnapshotModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role {
        IsCurrent = Qt::UserRole, ///< bool: the snapshot that the document is at
        News,                     ///< QString: what is new after the snapshot before it, see snapshotNews()
        IsPartlyOff,              ///< bool: a head or a sublayer is switched off in it
    };

    SnapshotModel(Document *document, const SnapshotThumbnails *thumbnails, QObject *parent);

    /// The state in a row, for its thumbnail; null where there is no such row.
    std::shared_ptr<const Project> state(const QModelIndex &index) const;
    const SnapshotThumbnails &thumbnails() const { return *m_thumbnails; }
    ColorScale colorScale() const { return m_document->look().colorScale(); } ///< of the thumbnails
    /// The name to display: "Snapshot 3" where it has none of its own.
    QString name(const QModelIndex &index) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
    /// Moves one row within the list.
    bool moveRows(const QModelIndex &sourceParent, int sourceRow, int count, const QModelIndex &destinationParent,
                  int destinationChild) override;

    /// Takes over changes of names, current snapshot or thumbnails.
    void refresh();

private:
    void sync();
    bool insertsOne(const std::vector<Snapshot> &now);
    bool removesOne(const std::vector<Snapshot> &now);
    bool movesOne(const std::vector<Snapshot> &now);
    void keepOpened();
    QString news(int row) const;
    QString toolTip(int row) const;

    Document *m_document;
    const SnapshotThumbnails *m_thumbnails;
    std::vector<Snapshot> m_shown;
    int m_current;
    std::shared_ptr<const Project> m_opened;       ///< the state before the first one; null where it is not known
    std::shared_ptr<const Project> m_openedBeside; ///< the same while the document is set aside
};

} // namespace regard
