#pragma once

#include <atomic>
#include <functional>
#include <string>

#include <QString>

#include "engine/model/interventions.h"
#include "io/project/project.h"

namespace regard {

/// What means over sentences are computed of.
struct MeanOver {
    Project project;  ///< its sentences do not count, nor what is changed about its model from outside
    std::string file; ///< a list of sentences (document/sentence/sentence_list.h)
    QString kept;     ///< where means are kept (io/project/means_file.h); empty: nowhere
    std::function<void(int done, int all)> progress{};
    const std::atomic<bool> *cancelled = nullptr;
};

/// The interventions with the means of every part that MeanOver replaces, over all tokens of all sentences of the file,
/// those of each special token apart. With a target each line has one. What is kept is taken from there, and what is
/// computed kept. Any thread may ask. Null means where it was cancelled. Throws FileError that names the line, also
/// where no ordinary token is in the file.
Interventions withMeans(Interventions interventions, const MeanOver &over);

/// "five.txt", the name of the list that the means are over.
QString meansName(const Interventions &interventions);

} // namespace regard
