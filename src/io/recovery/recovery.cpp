#include "io/recovery/recovery.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <QDateTime>
#include <QDir>
#include <QFileInfo>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "io/base/file_bytes.h"
#include "io/base/file_error.h"
#include "io/base/json_document.h"
#include "io/base/json_parts.h"
#include "io/base/json_text.h"
#include "io/base/key_reader.h"
#include "io/base/neighbour_path.h"
#include "io/project/project_checkpoint.h"
#include "io/project/project_file.h"
#include "io/project/project_state.h"
#include "io/project/snapshots.h"

namespace regard {

namespace {

using Kind = JsonValue::Kind;

constexpr int recoveryFormatVersion = 1;
constexpr const char *recoveryFormatName = "regard-recovery";
/// Cells are written one by one up to this share of a matrix's cells: a cell takes three numbers.
constexpr std::size_t cellShare = 4;

const std::vector<std::string> recoveryKnownKeys{
    "format",  "version", "written", "title",  "note",    "base",  "path",
    "example", "states",  "cells",   "pinned", "regions", "layout"}; // of version 1.0, which no window reads any more

bool areSame(float a, float b)
{
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

JsonNumber numberOf(double value, float single)
{
    return {value, single};
}

/// The cells of a matrix that differ, each as row, column and number; nothing where they are too many.
std::optional<JsonValue> differingCells(const Matrix &now, const Matrix &before)
{
    if (now.rows() != before.rows() || now.cols() != before.cols())
        return std::nullopt;
    JsonValue cells;
    cells.kind = Kind::List;
    const std::size_t most = std::size_t(now.size()) / cellShare;
    for (Eigen::Index row = 0; row < now.rows(); ++row) {
        for (Eigen::Index column = 0; column < now.cols(); ++column) {
            if (areSame(now(row, column), before(row, column)))
                continue;
            if (cells.items.size() >= most)
                return std::nullopt;
            JsonValue cell;
            cell.kind = Kind::Numbers;
            cell.numbers = {numberOf(double(row), float(row)), numberOf(double(column), float(column)),
                            numberOf(double(now(row, column)), now(row, column))};
            cells.items.push_back(std::move(cell));
        }
    }
    return cells;
}

/// The model from which a state's cells differ: the base's, where both are of the same files, else that of its own
/// checkpoint; without weights where it has none.
Model baseOf(const Project &state, const Project &base)
{
    if (isOfSameFiles(state, base))
        return base.model;
    return state.checkpoint ? checkpointModel(*state.checkpoint, state.model.config) : Model{};
}

/// A state without the matrices that differ in a few cells from the base's, and those cells by the matrices' names.
std::pair<Project, JsonValue> withoutCells(Project state, const Model &base)
{
    JsonValue cells;
    cells.kind = Kind::Object;
    for (const auto &[name, matrix] : std::map(state.model.given.all())) {
        const Weight before = base.weights.find(name);
        if (!before || before == matrix)
            continue;
        std::optional<JsonValue> differing = differingCells(*matrix.matrix(), *before.matrix());
        if (!differing)
            continue;
        add(cells, name, std::move(*differing));
        if (base.given.contains(name))
            state.model.given.set(name, base.given.find(name));
        else
            state.model.given.remove(name);
    }
    return {std::move(state), std::move(cells)};
}

class RecoveryReader {
public:
    RecoveryReader(const QString &path, const JsonValue &root,
                   const std::function<std::string(const QString &)> &readBase)
        : m_path(path), m_readBase(readBase), m_name(QFileInfo(path).fileName().toStdString()),
          m_keys(root, {}, m_name, recoveryKnownKeys)
    {
    }

    Recovery read() const
    {
        if (m_keys.text("format") != recoveryFormatName)
            m_keys.fail(Message::tr("this is no recovery file"));
        if (m_keys.whole("version", 1, recoveryFormatVersion) != recoveryFormatVersion)
            m_keys.fail(Message::tr("a newer Regard wrote it"));
        Recovery recovery;
        const std::string baseText = m_readBase(basePath());
        recovery.base = std::make_shared<const Project>(parseProject(baseText, basePath().toStdString()));
        std::vector<Snapshot> states = readStates(baseText, *recovery.base);
        recovery.state = *states.front().state;
        recovery.state.title = m_keys.text("title").value_or(std::string());
        recovery.state.note = m_keys.text("note").value_or(std::string());
        states.erase(states.begin());
        if (const auto name = m_keys.text("pinned")) {
            if (states.empty())
                m_keys.fail(Message::tr("the pinned state is missing"));
            recovery.pinned = {states.front().state, QString::fromStdString(*name)};
            states.erase(states.begin());
        }
        recovery.state.snapshots = std::move(states);
        recovery.path = QString::fromStdString(m_keys.text("path").value_or(std::string()));
        recovery.isExample = m_keys.flag("example");
        recovery.time = QDateTime::fromString(QString::fromStdString(m_keys.text("written").value_or(std::string())),
                                              Qt::ISODateWithMs)
                            .toMSecsSinceEpoch();
        recovery.regions = QString::fromStdString(m_keys.text("regions").value_or(std::string()));
        return recovery;
    }

private:
    QString basePath() const
    {
        const QString base = QString::fromStdString(m_keys.text("base").value_or(std::string()));
        if (base.isEmpty() || base.contains(QLatin1Char('/')))
            m_keys.fail(Message::tr("base must name a file beside it"));
        return neighbourPath(QFileInfo(m_path).dir(), base);
    }

    std::vector<Snapshot> readStates(const std::string &baseText, const Project &base) const
    {
        const JsonValue *given = m_keys.find("states");
        if (!given || given->kind != Kind::List || given->items.empty())
            m_keys.fail(Message::tr("it has no states"));
        JsonValue root = parseJson(baseText, m_name);
        add(root, "snapshots", *given);
        std::vector<Snapshot> states = readSnapshots(root, base, m_name, mostSnapshots + 2);
        const JsonValue *cells = m_keys.find("cells");
        for (std::size_t i = 0; cells && i < states.size() && i < cells->items.size(); ++i) {
            Project state = *states[i].state;
            setCells(state, cells->items[i], baseOf(state, base));
            states[i].state = std::make_shared<const Project>(std::move(state));
        }
        return states;
    }

    void setCells(Project &state, const JsonValue &given, const Model &base) const
    {
        for (std::size_t i = 0; i < given.keys.size(); ++i) {
            const std::string &name = given.keys[i];
            const Weight before = base.weights.find(name);
            if (!before || !state.model.weights.find(name))
                m_keys.fail(Message::tr("cells names %1, which the model does not have", {name}));
            Matrix matrix = *before.matrix();
            for (const JsonValue &cell : given.items[i].items)
                setCell(matrix, cell, name);
            auto shared = std::make_shared<const Matrix>(std::move(matrix));
            state.model.weights.set(name, shared);
            state.model.given.set(name, std::move(shared));
        }
    }

    void setCell(Matrix &matrix, const JsonValue &cell, const std::string &name) const
    {
        const auto at = [&](std::size_t index) { return cell.numbers[index].whole().value_or(-1); };
        if (cell.numbers.size() != 3 || at(0) < 0 || at(0) >= matrix.rows() || at(1) < 0 || at(1) >= matrix.cols())
            m_keys.fail(Message::tr("cells of %1 lie outside the matrix", {name}));
        if (!std::isfinite(cell.numbers[2].single))
            m_keys.fail(Message::tr("cells of %1 hold %2, which is beyond the range of numbers",
                                    {name, cell.numbers[2].text()}));
        matrix(at(0), at(1)) = cell.numbers[2].single;
    }

    QString m_path;
    const std::function<std::string(const QString &)> &m_readBase;
    std::string m_name;
    KeyReader m_keys;
};

} // namespace

std::string recoveryText(const Recovery &recovery, const QString &baseFile)
{
    JsonValue cells;
    cells.kind = Kind::List;
    Project states = *recovery.base;
    states.snapshots.clear();
    const auto take = [&](const std::string &name, const Project &state) {
        auto [light, differing] = withoutCells(state, baseOf(state, *recovery.base));
        light.snapshots.clear();
        states.snapshots.push_back({name, std::make_shared<const Project>(std::move(light))});
        cells.items.push_back(std::move(differing));
    };
    take({}, recovery.state);
    if (recovery.pinned)
        take({}, *recovery.pinned->state);
    for (const Snapshot &snapshot : recovery.state.snapshots)
        take(snapshot.name, *snapshot.state);

    JsonValue root;
    add(root, "format", textValue(recoveryFormatName));
    add(root, "version", numberValue(recoveryFormatVersion));
    add(root, "written",
        textValue(QDateTime::fromMSecsSinceEpoch(recovery.time, Qt::UTC).toString(Qt::ISODateWithMs).toStdString()));
    add(root, "title", textValue(recovery.state.title));
    add(root, "note", textValue(recovery.state.note));
    add(root, "base", textValue(baseFile.toStdString()));
    if (!recovery.path.isEmpty())
        add(root, "path", textValue(recovery.path.toStdString()));
    add(root, "example", flagValue(recovery.isExample));
    if (recovery.pinned)
        add(root, "pinned", textValue(recovery.pinned->name.toStdString()));
    if (!recovery.regions.isEmpty())
        add(root, "regions", textValue(recovery.regions.toStdString()));
    add(root, "cells", std::move(cells));
    add(root, "states", parseJson(snapshotsText(states, {}), "states"));
    return jsonText(root) + "\n";
}

std::string recoveryBaseText(const Project &base)
{
    Project alone = base;
    alone.snapshots.clear();
    return projectJson(alone);
}

Recovery parseRecovery(std::string_view text, const QString &path,
                       const std::function<std::string(const QString &)> &readBase)
{
    const JsonValue root = parseJson(text, QFileInfo(path).fileName().toStdString());
    return RecoveryReader(path, root, readBase).read();
}

Recovery readRecovery(const QString &path)
{
    return parseRecovery(storedFileBytes(path, Message::tr("a recovery file")), path,
                         [](const QString &base) { return storedFileBytes(base, Message::tr("a project")); });
}

} // namespace regard
