import { Anchor } from '@fairturn/ui/Anchor.tsx'
import type { DataOf } from '@fairturn/ui/client.ts'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Trans } from '@lingui/react/macro'
import { paths } from '../shell/paths.ts'
import { AwardFigures } from './AwardFigures.tsx'

// On a phone the name has a line to itself, so that no language's words are cut; figures follow beside the date. Where there
// is room they are beside both, in large text below both.
const COLUMNS =
  'phone-row:items-baseline phone-row:grid-cols-[auto_minmax(0,1fr)] wide-row:grid-cols-[minmax(0,1fr)_auto]'
const NARROW_LINE = 'phone-row:col-span-2'
const FIGURES =
  'phone-row:flex phone-row:flex-wrap phone-row:items-baseline phone-row:justify-end phone-row:gap-x-2 wide-row:text-right wide-row:col-start-2 wide-row:row-span-2 wide-row:row-start-1 wide-row:self-center'

interface AwardRowProps {
  award: DataOf<'GET list-product-reward'>['list'][number]
  /** In the moving list, whose rows have one height, and whose links are no stops of the keyboard. */
  moves?: boolean
  /** A repeated row, hidden from screen readers. */
  again?: boolean
}

export function AwardRow({ award, moves = false, again = false }: AwardRowProps) {
  const { recipient } = award
  return (
    <li
      aria-hidden={again || undefined}
      className={`border-line not-first:border-t ${moves ? 'h-(--row)' : ''} ${again ? 'print:hidden' : ''}`}
    >
      <Anchor
        href={paths.award(award.entry_id)}
        tabIndex={moves ? -1 : undefined}
        className={`grid content-center gap-x-3 px-3.5 ${COLUMNS} -outline-offset-2 transition-colors duration-100 hover:bg-action-soft ${moves ? 'h-full' : 'min-h-15.5 py-2'}`}
      >
        <span
          className={`min-w-0 ${NARROW_LINE} ${moves ? 'truncate large-text:whitespace-normal' : 'wrap-anywhere'}`}
        >
          <Trans>
            Congratulations <bdi className="font-bold">{recipient}</bdi>
          </Trans>
        </span>
        {/* The moving rows have two lines in every language: the time is on the award's own page. */}
        <DateTime value={award.at} day={moves} className="text-small text-quiet" />
        <span className={FIGURES}>
          <AwardFigures award={award.amount} bonus={award.bonus} />
        </span>
      </Anchor>
    </li>
  )
}
