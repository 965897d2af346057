import { Anchor } from '@fairturn/ui/Anchor.tsx'
import type { DataOf } from '@fairturn/ui/client.ts'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Trans } from '@lingui/react/macro'
import { paths } from '../shell/paths.ts'
import { AwardFigures } from './AwardFigures.tsx'

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
        className={`flex items-center gap-3 px-3.5 large-text:flex-col large-text:items-start large-text:justify-center large-text:gap-0 -outline-offset-2 transition-colors duration-100 hover:bg-action-soft ${moves ? 'h-full' : 'min-h-15.5 py-2'}`}
      >
        <span className="min-w-0 flex-1 large-text:max-w-full large-text:flex-none">
          <span className={moves ? 'block truncate large-text:whitespace-normal' : 'block wrap-anywhere'}>
            <Trans>
              Congratulations <bdi className="font-bold">{recipient}</bdi>
            </Trans>
          </span>
          <DateTime value={award.at} className="block text-small text-quiet" />
        </span>
        <span className="shrink-0 text-right large-text:text-left">
          <AwardFigures award={award.amount} bonus={award.bonus} />
        </span>
      </Anchor>
    </li>
  )
}
