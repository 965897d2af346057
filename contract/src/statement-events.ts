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
