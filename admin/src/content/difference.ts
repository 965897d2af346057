// The difference between two versions, for display: properties by name, long texts line by line. Pure
// functions.

/** A version's properties by displayed name, in display order. */
export type Properties = Readonly<Record<string, string>>

export interface Line {
  readonly kind: 'same' | 'gone' | 'new'
  readonly text: string
  /** Its line number. */
  readonly no: number
}

export interface Change {
  readonly name: string
  /** Empty for a property that was added or removed. */
  readonly before: string
  readonly after: string
}

/** The properties that differ, in the order of the later version; removed ones come last. */
export function changesOf(before: Properties, after: Properties): Change[] {
  const names = [...Object.keys(after), ...Object.keys(before).filter((name) => !(name in after))]
  return names
    .map((name) => ({ name, before: before[name] ?? '', after: after[name] ?? '' }))
    .filter((change) => change.before !== change.after)
}

/**
 * Line difference of two texts, by the longest common subsequence; the quadratic table suits the short texts
 * of pages.
 */
export function linesOf(before: string, after: string): Line[] {
  // Nothing is no line, not an empty one.
  const old = before === '' ? [] : before.split('\n')
  const now = after === '' ? [] : after.split('\n')
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

/** The length of the longest common subsequence of each pair of suffixes. */
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
