// What differs between two versions, as people read it: properties by name, long texts line by line. Pure.

/** What a version says, each property under the name it is shown by; in the order in which it is read. */
export type Properties = Readonly<Record<string, string>>

export interface Line {
  readonly kind: 'same' | 'gone' | 'new'
  readonly text: string
  /** Where it stands among them. */
  readonly no: number
}

export interface Change {
  readonly name: string
  /** Empty where there was none, or is none any more. */
  readonly before: string
  readonly after: string
}

/** The properties that are not as they were, in the order of the later version; those it has no more come last. */
export function changesOf(before: Properties, after: Properties): Change[] {
  const names = [...Object.keys(after), ...Object.keys(before).filter((name) => !(name in after))]
  return names
    .map((name) => ({ name, before: before[name] ?? '', after: after[name] ?? '' }))
    .filter((change) => change.before !== change.after)
}

/** Two texts line by line, what stayed once: by the longest common lines, in a table, for texts of pages are short. */
export function linesOf(before: string, after: string): Line[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const common = commonLines(old, now)
  const ahead = (i: number, j: number) => common.at(i)?.at(j) ?? 0
  const lines: Line[] = []
  const add = (kind: Line['kind'], text = '') => lines.push({ kind, text, no: lines.length })
  for (let i = 0, j = 0; i < old.length || j < now.length;) {
    if (i < old.length && j < now.length && old.at(i) === now.at(j)) {
      add('same', old.at(i))
      i++
      j++
    } else if (j === now.length || (i < old.length && ahead(i + 1, j) >= ahead(i, j + 1)))
      add('gone', old.at(i++))
    else add('new', now.at(j++))
  }
  return lines
}

/** How many lines the rest of one from line i, and of the other from line j, have in common at most. */
function commonLines(old: string[], now: string[]): number[][] {
  const none = Array.from({ length: now.length + 1 }, () => 0)
  const table = [none]
  for (const line of old.toReversed()) {
    const below = table.at(0) ?? none
    const row = [...none]
    for (let j = now.length - 1; j >= 0; j--)
      row[j] =
        line === now.at(j) ? (below.at(j + 1) ?? 0) + 1 : Math.max(below.at(j) ?? 0, row.at(j + 1) ?? 0)
    table.unshift(row)
  }
  return table
}
