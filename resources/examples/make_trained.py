#!/usr/bin/env python3
"""Makes the example "Dates" and the models of the lesson "From recurrence to attention" of trained projects.

    regard train --task dates --model gru-bahdanau --set d_model=32 --set d_key=32 --set d_value=32 \\
        --steps 2000 --learning-rate 3e-3 -o FOLDER/dates.regard
    regard train --task reverse-long --model gru --set d_model=32 --set d_key=32 --set d_value=32 \\
        --steps 10000 --learning-rate 3e-3 -o FOLDER/gru.regard
    regard train --task reverse-long --model gru-bahdanau --set d_model=24 --set d_key=24 --set d_value=24 \\
        --steps 6000 --learning-rate 3e-3 -o FOLDER/attention.regard
    regard train --task reverse-long --model transformer --set d_model=24 --set d_key=12 --set d_value=12 \\
        --set d_ff=48 --set decoder_d_ff=48 --steps 14000 --learning-rate 3e-3 -o FOLDER/transformer.regard
    python3 make_trained.py FOLDER

Numbers keep four decimals, which changes no answer (tests/training/test_dates.cpp and the lesson's tests look), and
the curve of "Dates" every twentieth step. Python 3 alone, no packages.
"""
import json
import sys
from pathlib import Path

HERE = Path(__file__).parent
LESSON = HERE.parent / "lessons" / "from-recurrence.lesson"
sys.path.insert(0, str(HERE.parent / "lessons"))


def tidy(value):
    if isinstance(value, float):
        value = round(value, 4)
        return int(value) if value == int(value) else value
    if isinstance(value, list):
        return [tidy(x) for x in value]
    return {key: tidy(x) for key, x in value.items()} if isinstance(value, dict) else value


def trained(folder, name):
    project = json.loads((folder / f"{name}.regard").read_text(encoding="utf-8"))
    for key in ("weights", "embedding"):
        project[key] = tidy(project[key])
    return project


def thin(curve, every):
    """The first step, the last, and those that `every` divides."""
    last = curve["step"][-1]
    kept = [i for i, step in enumerate(curve["step"]) if step in (1, last) or step % every == 0]
    short = lambda number: float(f"{number:.6g}")
    return {key: [values[i] if key == "step" else short(values[i]) for i in kept] for key, values in curve.items()}


def write_dates(folder):
    project = trained(folder, "dates")
    project["source"], project["target"] = "November 7th, 2026", "<s>2026-11-07"
    project["task"]["curve"] = thin(project["task"]["curve"], 20)
    head = {"format": project.pop("format"), "version": project.pop("version"), "title": "Dates: learned attention",
            "note": "Trained: a GRU with Bahdanau attention writes dates as year, month and day. In the heatmap each "
                    "digit of the answer looks at what it is made of. Type another date, such as 7.11.2026 (day "
                    "before month), and press Generate in the panel Output with <s> as the target sentence. Model → "
                    "Train… shows how it was learned."}
    text = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}"
                      for key, value in {**head, **project}.items())
    (HERE / "dates.regard").write_text("{\n" + text + "\n}\n", encoding="utf-8")


def lesson_project(folder, name, source):
    """A model with a row to write backwards, without its training."""
    project = trained(folder, name)
    del project["task"]
    project["source"], project["target"] = source, " ".join(["<s>"] + source.split()[::-1])
    return project


def write_lesson(folder):
    from make_lessons import lesson_text
    lesson = json.loads(LESSON.read_text(encoding="utf-8"))
    dates = trained(folder, "dates")
    del dates["task"]
    dates["source"], dates["target"] = "November 7th, 2026", "<s>2026-11-07"
    projects = {"gru": lesson_project(folder, "gru", "c a f b"),
                "long_gru": lesson_project(folder, "gru", LONG),
                "attention": lesson_project(folder, "attention", LONG),
                "transformer": lesson_project(folder, "transformer", LONG), "dates": dates}
    lesson["project"] = projects["attention"]
    for number, name in PAGES.items():
        lesson["pages"][number - 1]["project"] = projects[name]
    LESSON.write_text(lesson_text(lesson) + "\n", encoding="utf-8")


LONG = "h c a f b g e d i a c f j b d g a e"  # eighteen letters
PAGES = {1: "gru", 2: "long_gru", 5: "dates", 6: "transformer", 7: "transformer"}  # the others have the lesson's

if __name__ == "__main__":
    write_dates(Path(sys.argv[1]))
    if LESSON.exists():
        write_lesson(Path(sys.argv[1]))
