"""
Cuts the two files of Inter from variable/InterVariable.woff2 of the npm package inter-ui 4.1.1. What is left out, and
why: docs/decisions/0050-one-font.md.

    pip install fonttools brotli
    python3 cut.py InterVariable.woff2
"""

import logging
import sys
from pathlib import Path

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.varLib.instancer import instantiateVariableFont
from fontTools.varLib.iup import iup_delta_optimize

FIRST = """
    20-7E A0 B7 D7 300-301 304 2013-2014 2018-2019 201C-201D 2022 2026 20A6 2212
"""
MORE = """
    A1-AC AE-148 14A-17F 181 18A 18F 198-199 1B3-1B4 1CD-1D4 1F8-1F9 218-21B 253 257 259 2C6 300-304 308 30C 323
    1E0C-1E0D 1E24-1E25 1E3E-1E3F 1E44-1E45 1E62-1E63 1E6C-1E6D 1E92-1E93 1EA0-1EA1 1EB8-1EB9 1EBC-1EBD 1ECA-1ECD
    1EE4-1EE5 201A 201E 2020-2021 2039-203A 20AC 2122 2190-2193 221A 2260 2264-2265
"""
# A letter with a tone mark is one character of the second file, except m and n; the others are for text from elsewhere.
LETTERS_WITH_MARKS = "AEIOUMNaeioumn"
UNITS_PER_EM = 512


def main(source):
    logging.disable(logging.WARNING)
    cut(source, FIRST, ["mark", "ccmp"], "inter.woff2", prepare=few_marks)
    cut(source, MORE, ["mark", "mkmk", "ccmp"], "inter-more.woff2")


def cut(source, characters, features, name, prepare=lambda font: None):
    font = instantiateVariableFont(TTFont(source), {"opsz": 14, "wght": (400, 400, 600)})
    figures_of_one_width(font)
    prepare(font)
    options = Options(hinting=False, glyph_names=False, notdef_outline=False, layout_features=features)
    options.name_IDs, options.name_languages = [1, 2], [0x409]
    options.drop_tables += ["STAT", "MVAR", "gasp", "meta"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=code_points(characters))
    subsetter.subset(font)
    scale_upem(font, UNITS_PER_EM)
    simplify_weights(font)
    # Browsers work out the widths between the weights from the outlines.
    del font["HVAR"]
    font.flavor = "woff2"
    target = Path(__file__).parent / name
    font.save(target)
    print(f"{name}: {target.stat().st_size / 1024:.1f} KB, {len(font.getGlyphOrder())} glyphs")


def code_points(ranges):
    for part in ranges.split():
        first, _, last = part.partition("-")
        yield from range(int(first, 16), int(last or first, 16) + 1)


def figures_of_one_width(font):
    """Makes the tabular figures the usual ones: one set of them, and no feature to choose it."""
    table = font["GSUB"].table
    numbers = {n for f in table.FeatureList.FeatureRecord if f.FeatureTag == "tnum" for n in f.Feature.LookupListIndex}
    for number in numbers:
        for part in table.LookupList.Lookup[number].SubTable:
            tabular = getattr(part, "ExtSubTable", part).mapping
            for cmap in font["cmap"].tables:
                for code in range(ord("0"), ord("9") + 1):
                    glyph = getattr(cmap, "cmap", {}).get(code)
                    if glyph in tabular:
                        cmap.cmap[code] = tabular[glyph]


def few_marks(font):
    """Leaves tone marks a place on few letters, and no letters that are made of a letter and its mark."""
    cmap = font.getBestCmap()
    kept = {cmap[ord(letter)] for letter in LETTERS_WITH_MARKS + "ı"}
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for part in lookup.SubTable:
            part = getattr(part, "ExtSubTable", part)
            if part.LookupType != 4:
                continue
            places = [(g, at) for g, at in zip(part.BaseCoverage.glyphs, part.BaseArray.BaseRecord) if g in kept]
            part.BaseCoverage.glyphs = [glyph for glyph, _ in places]
            part.BaseArray.BaseRecord = [at for _, at in places]
            part.BaseArray.BaseCount = len(places)
    marks = " ".join(cmap[code] for code in (0x300, 0x301, 0x304))
    rule = f"feature ccmp {{ sub {cmap[ord('i')]}' [{marks}] by {cmap[ord('ı')]}; }} ccmp;"
    addOpenTypeFeaturesFromString(font, rule, tables=["GSUB"])


def simplify_weights(font):
    """Leaves out what a point's neighbours tell to one unit, a fortieth of a pixel at 13 px."""
    widths = font["hmtx"].metrics
    for name, variations in font["gvar"].variations.items():
        points, control = font["glyf"]._getCoordinatesAndControls(name, widths)
        for variation in variations:
            variation.calcInferredDeltas(points, control.endPts)
            variation.roundDeltas()
            variation.coordinates = iup_delta_optimize(variation.coordinates, points, control.endPts, tolerance=1)


if __name__ == "__main__":
    main(sys.argv[1])
