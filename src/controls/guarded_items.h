#pragma once

#include <QAbstractItemModel>
#include <QStyledItemDelegate>

#include "document/work/fault.h"

namespace regard {

/// A model that catches its exceptions: views ask it with a painter open, which would never be closed again.
template <typename Model>
class GuardedModel final : public Model {
public:
    using Model::Model;

    QVariant data(const QModelIndex &index, int role) const override
    {
        return guarded(this, "data()", QVariant(), [&] { return Model::data(index, role); });
    }
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override
    {
        return guarded(this, "headerData()", QVariant(), [&] { return Model::headerData(section, orientation, role); });
    }
    Qt::ItemFlags flags(const QModelIndex &index) const override
    {
        return guarded(this, "flags()", Qt::ItemFlags(), [&] { return Model::flags(index); });
    }
    bool setData(const QModelIndex &index, const QVariant &value, int role) override
    {
        return guarded(this, "setData()", false, [&] { return Model::setData(index, value, role); });
    }
};

/// A delegate that catches its exceptions, as GuardedModel does.
template <typename Delegate>
class GuardedDelegate final : public Delegate {
public:
    using Delegate::Delegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        guarded(this, "paint()", [&] { Delegate::paint(painter, option, index); });
    }
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        return guarded(this, "sizeHint()", QSize(), [&] { return Delegate::sizeHint(option, index); });
    }
    QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        return guarded(this, "createEditor()", static_cast<QWidget *>(nullptr),
                       [&] { return Delegate::createEditor(parent, option, index); });
    }
    void setEditorData(QWidget *editor, const QModelIndex &index) const override
    {
        guarded(this, "setEditorData()", [&] { Delegate::setEditorData(editor, index); });
    }
    void setModelData(QWidget *editor, QAbstractItemModel *model, const QModelIndex &index) const override
    {
        guarded(this, "setModelData()", [&] { Delegate::setModelData(editor, model, index); });
    }
};

} // namespace regard
