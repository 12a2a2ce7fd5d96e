#include "views/parts/parts_lists.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QCoreApplication>

#include "draw/signed_text.h"

namespace regard {

namespace {

struct PartsListText {
    Q_DECLARE_TR_FUNCTIONS(PartsList)
};

bool areCancelled(const Eigen::VectorXd &numbers, double total)
{
    return std::abs(total) < numbers.cwiseAbs().sum() / 4;
}

} // namespace

QString partNumber(double number)
{
    return signedText(number, 2);
}

PartsList partsList(const QString &title, const QString &header)
{
    PartsList list;
    list.bars.isSigned = true;
    list.bars.title = title;
    list.bars.labelHeader = PartsListText::tr("part");
    list.bars.valueHeader = header;
    list.bars.most = 0;
    return list;
}

void addRow(PartsList &list, const QString &label, double value, std::optional<StreamPart> part)
{
    list.bars.rows.push_back({label, value});
    list.bars.most = std::max(list.bars.most, std::abs(value));
    list.parts.push_back(std::move(part));
}

QString cancelledText(const Eigen::VectorXd &numbers, double total)
{
    if (!areCancelled(numbers, total))
        return {};
    const double sizes = numbers.cwiseAbs().sum();
    const double added = (sizes + numbers.sum()) / 2;
    return PartsListText::tr("Parts cancel: they add %1 and take away %2.")
        .arg(partNumber(added), partNumber(added - sizes));
}

bool standsOut(double part, const Eigen::VectorXd &numbers)
{
    return std::abs(part) >= numbers.cwiseAbs().sum() / 2 && !areCancelled(numbers, numbers.sum());
}

double groupSum(const PartGroup &group, const Eigen::VectorXd &numbers)
{
    double sum = 0;
    for (const int part : group.parts)
        sum += numbers(part);
    return sum;
}

PartsList groupList(const PartsList &empty, const std::vector<PartGroup> &groups, const Eigen::VectorXd &numbers)
{
    PartsList list = empty;
    list.isWhole = true;
    for (const PartGroup &group : groups)
        addRow(list, group.title, groupSum(group, numbers));
    return list;
}

PartsList strongestList(const PartsList &empty, const std::vector<StreamPart> &parts, const Eigen::VectorXd &numbers)
{
    std::vector<PartGroup> singles = singleParts(parts);
    std::stable_sort(singles.begin(), singles.end(), [&](const PartGroup &a, const PartGroup &b) {
        return std::abs(groupSum(a, numbers)) > std::abs(groupSum(b, numbers));
    });
    singles.resize(std::min<std::size_t>(singles.size(), namedParts));
    PartsList list = empty;
    for (const PartGroup &single : singles)
        addRow(list, single.title, groupSum(single, numbers), parts[std::size_t(single.parts.front())]);
    return list;
}

PartsList shortened(const PartsList &list, int rows)
{
    const std::vector<BarListData::Row> &all = list.bars.rows;
    if (int(all.size()) <= rows)
        return list;
    std::vector<std::size_t> order(all.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return std::abs(all[a].value) > std::abs(all[b].value); });
    const auto kept = order.begin() + std::max(0, list.isWhole ? rows - 1 : rows);
    std::sort(order.begin(), kept);
    PartsList result = list;
    result.bars.rows.clear();
    result.parts.clear();
    for (auto i = order.begin(); i != kept; ++i)
        addRow(result, all[*i].label, all[*i].value, list.parts[*i]);
    if (!list.isWhole)
        return result;
    double rest = 0;
    for (auto i = kept; i != order.end(); ++i)
        rest += all[*i].value;
    addRow(result, PartsListText::tr("%n other(s)", nullptr, int(order.end() - kept)), rest);
    return result;
}

void shareScale(PartsList &a, PartsList &b)
{
    a.bars.most = b.bars.most = std::max(a.bars.most, b.bars.most);
}

int leadingGroup(const std::vector<PartGroup> &groups, const Eigen::VectorXd &numbers, double total)
{
    const double sign = total < 0 ? -1 : 1;
    int leading = -1;
    for (int i = 0; i < int(groups.size()); ++i) {
        const double sum = sign * groupSum(groups[std::size_t(i)], numbers);
        if (sum > 0 && (leading < 0 || sum > sign * groupSum(groups[std::size_t(leading)], numbers)))
            leading = i;
    }
    return leading;
}

int leadingHead(const std::vector<StreamPart> &parts, const Eigen::VectorXd &numbers, double total)
{
    const double sign = total < 0 ? -1 : 1;
    int leading = -1;
    for (int i = 0; i < int(parts.size()); ++i)
        if (parts[std::size_t(i)].kind == PartKind::Head && sign * numbers(i) > 0 &&
            (leading < 0 || sign * numbers(i) > sign * numbers(leading)))
            leading = i;
    return leading;
}

} // namespace regard
