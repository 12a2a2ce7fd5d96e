#pragma once

#include <vector>

#include <QString>

#include "views/parts/part_names.h"
#include "views/parts/parts_data.h"

namespace regard {

/// How many single parts and pairs are named.
inline constexpr int namedParts = 8;

/// "+1.86", with a minus that is as wide.
QString partNumber(double number);

/// A list of bars from a middle line, all on the scale of the largest; `header` says what they measure.
PartsList partsList(const QString &title, const QString &header);
void addRow(PartsList &list, const QString &label, double value, std::optional<StreamPart> part = {});

/// A row for each group of parts.
PartsList groupList(const PartsList &empty, const std::vector<PartGroup> &groups, const Eigen::VectorXd &numbers);
/// The parts that add or take away most, the largest first; all biases are one.
PartsList strongestList(const PartsList &empty, const std::vector<StreamPart> &parts, const Eigen::VectorXd &numbers);
/// At most so many rows, the strongest ones in their order; the others of a whole list are one row, with their sum.
PartsList shortened(const PartsList &list, int rows);
/// Lets bars of two lists be compared.
void shareScale(PartsList &a, PartsList &b);

/// A sentence where what adds and what takes away nearly cancel, so that no part says why; else empty.
QString cancelledText(const Eigen::VectorXd &numbers, double total);
/// Whether one part carries at least half of all that is added and taken away.
bool standsOut(double part, const Eigen::VectorXd &numbers);
/// The sum over a group.
double groupSum(const PartGroup &group, const Eigen::VectorXd &numbers);
/// The position of the group with the largest sum in the direction of `total`; −1 where there is none.
int leadingGroup(const std::vector<PartGroup> &groups, const Eigen::VectorXd &numbers, double total);
/// The head with the largest number in the direction of `total`; −1 where there is none.
int leadingHead(const std::vector<StreamPart> &parts, const Eigen::VectorXd &numbers, double total);

} // namespace regard
