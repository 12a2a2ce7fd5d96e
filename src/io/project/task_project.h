#pragma once

#include "io/project/project.h"
#include "training/tasks/task.h"

namespace regard {

/// The project with which a run of a task begins, at step 0: the task's model with weights drawn from the options' seed
/// and everything given that training changes, and its first held-out sentence.
Project taskProject(const Task &task, const TrainingOptions &options);

/// Returns the project with what a run gives every model that it trains: the rows of the task's vocabulary, `end`, a
/// position table of its longest sentence and all weights; the sentence stays where the task's vocabulary has all of
/// its tokens and it is not too long, else it is the task's first held-out one. Throws as trainableModel().
Project preparedProject(Project project, const Task &task, const TrainingOptions &options);

/// Puts a sentence of the task into the project.
void setSentence(Project &project, const Task &task, const TrainingSentence &sentence);

} // namespace regard
