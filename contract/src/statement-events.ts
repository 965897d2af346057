import type { StatementLine } from './documents.ts'

/**
 * One line an event, with its effect on what is available. A request to withdraw moves money from the available to the held
 * part, which are two postings of one entry: the held one says nothing more. What leaves the held part alone, because the
 * bank has it, has no effect on what is available, and stays a line.
 */
export function eventsOf(lines: readonly StatementLine[]): StatementLine[] {
  const available = new Set(lines.filter(({ part }) => part === 'available').map(entryOf))
  return lines.filter(
    (line) => line.part === 'available' || (line.counterparty !== 'own' && !available.has(entryOf(line))),
  )
}

const entryOf = ({ _id }: StatementLine): string => _id.split(':')[0]!

/** The effect of an event on what is available: none of what left the held part, which was taken when it was requested. */
export const effectOf = ({ part, amount }: StatementLine): string => (part === 'held' ? '0.00' : amount)

/** The same of a statement that is read in pages, newest first: both postings of an entry have one instant. */
export async function* eventPages(
  pages: AsyncIterable<readonly StatementLine[]>,
): AsyncGenerator<readonly StatementLine[]> {
  let waiting: readonly StatementLine[] = []
  for await (const page of pages) {
    const lines = [...waiting, ...page]
    const last = lines.at(-1)?.at
    yield eventsOf(lines.filter(({ at }) => at !== last))
    waiting = lines.filter(({ at }) => at === last)
  }
  yield eventsOf(waiting)
}
