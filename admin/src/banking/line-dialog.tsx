// What the dialogs of an operator's actions on a bank line have in common. The server processes each action only once, even if it is
// submitted twice.
import { Alert } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { useMoney } from '../components/Amount.tsx'
import type { CallName, DataOf } from '../shell/api.ts'
import { signedAmount } from './line.ts'

export type Line = DataOf<'GET backoffice/bank-lines/:line_id'>
export type Suggestion = DataOf<'GET backoffice/bank-lines/:line_id/suggestions'>['list'][number]
export type LineAction = 'assign' | 'book' | 'confirm' | 'payout' | 'resolve' | 'refund'
export const CALL_OF = {
  assign: 'POST backoffice/bank-lines/:line_id/assign',
  book: 'POST backoffice/bank-lines/:line_id/book',
  confirm: 'POST backoffice/bank-lines/:line_id/confirm',
  payout: 'POST backoffice/bank-lines/:line_id/payout',
  resolve: 'POST backoffice/bank-lines/:line_id/resolve',
  refund: 'POST backoffice/bank-lines/:line_id/refund',
} as const satisfies Record<LineAction, CallName>

export interface LineDialogProps {
  line: Line
  /** What it is probably for. */
  suggestions: readonly Suggestion[]
  /** With what was done. */
  onDecided: (done: string) => Promise<void>
  onClose: () => void
}

/** Properties of the dialog; `text`: its title, and with `_why` what it does; `facts`: what is known of the line besides. */
export function useLineDialog(
  { line, onClose }: LineDialogProps,
  text: LineAction | 'book_kept' | 'check',
  facts?: ReactNode,
) {
  const translate = useTranslate()
  const money = useMoney()
  return {
    title: translate(`bank_lines.${text}`),
    of: [money(signedAmount(line)), line.counterparty.name].filter(Boolean).join(' · '),
    why: (
      <>
        {translate(`bank_lines.${text}_why`)}
        {facts}
      </>
    ),
    withReason: true,
    leaves: true,
    onClose,
  }
}

/** Says what the line is probably for, to whoever does something else with it. */
export function SuggestedOtherwise({ suggestions }: Pick<LineDialogProps, 'suggestions'>) {
  const translate = useTranslate()
  return suggestions.map(({ deposit_id, reference, member }) => (
    <Alert key={deposit_id} severity="warning" sx={{ mt: 1 }}>
      {translate('bank_lines.suggested_otherwise', { reference, username: member.username })}
    </Alert>
  ))
}
