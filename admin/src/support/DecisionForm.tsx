// The decision of a complaint with its statement of reasons, on the page itself, so that thread and subject are read while it is
// written. What was typed stays if somebody else has decided meanwhile.
import { type MachinePart, MACHINE_PARTS } from '@fairturn/contract/support'
import type { ApiFailure } from '@fairturn/ui/failure.ts'
import { Alert, Box, Button, Paper } from '@mui/material'
import { useState } from 'react'
import {
  RadioButtonGroupInput,
  required,
  SelectInput,
  TextInput,
  useRefresh,
  useTranslate,
} from 'react-admin'
import { useWatch } from 'react-hook-form'
import { ActionForm } from '../components/ActionForm.tsx'
import { useDrafts } from '../components/drafts.tsx'
import { choicesOf } from '../components/forms.ts'
import { Heading } from '../components/headings.tsx'
import { useLanguageName } from '../components/Languages.tsx'
import { decisionIn, useFailureText } from '../shell/failures.ts'
import { DECIDE } from './Complaint.tsx'
import type { Conversation } from './conversation.ts'

const VERDICTS = ['upheld', 'not_upheld'] as const
interface Values {
  verdict: (typeof VERDICTS)[number]
  facts: string
  rule: string
  machine: MachinePart
  can_be_done: string
}

interface Props {
  conversation: Conversation
  onDecided: (done: string) => Promise<unknown>
  onClose: () => void
}

export function DecisionForm({ conversation, onDecided, onClose }: Props) {
  const translate = useTranslate()
  const refresh = useRefresh()
  const textOf = useFailureText()
  const params = { conversation_id: conversation._id }
  const { clear } = useDrafts({ form: DECIDE, about: params })
  const [refused, setRefused] = useState<string>()
  const [over, setOver] = useState(false)
  function show(failure: ApiFailure): boolean {
    const decided = decisionIn(failure) !== undefined
    const proposed = failure.code === 'this_text_takes_two_people'
    setOver(decided || proposed)
    setRefused(
      proposed
        ? translate('support.proposed')
        : decided
          ? `${textOf(failure)} ${translate('app.decided_typed')}`
          : textOf(failure),
    )
    if (proposed) clear()
    if (decided || proposed) refresh()
    return true
  }
  return (
    <Paper component="section" variant="outlined" sx={{ p: 2, display: 'grid', gap: 1 }}>
      <Heading text="support.decide" />
      <ActionForm<typeof DECIDE, Values>
        endpoint={DECIDE}
        input={(body) => ({ params, body })}
        shows={show}
        leaves
        onDone={({ decided }) =>
          onDecided(
            decided.length > 1
              ? translate('support.decided_several', { count: decided.length })
              : translate('support.decided'),
          )
        }
      >
        {(busy) => (
          <Box ref={focusFirst} sx={{ display: 'grid', gap: 1 }}>
            <Inputs conversation={conversation} />
            {refused !== undefined && !busy && <Alert severity={over ? 'warning' : 'error'}>{refused}</Alert>}
            <Buttons busy={busy} over={over} onClose={onClose} />
          </Box>
        )}
      </ActionForm>
    </Paper>
  )
}

/** When the form appears. */
const focusFirst = (form: HTMLElement | null): void => form?.querySelector('input')?.focus()

function Buttons({ busy, over, onClose }: { busy: boolean; over: boolean; onClose: () => void }) {
  const translate = useTranslate()
  const { verdict } = useWatch<Partial<Values>>()
  if (over)
    return (
      <Button variant="contained" onClick={onClose} sx={{ justifySelf: 'start' }}>
        {translate('ra.action.close')}
      </Button>
    )
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      <Button
        type="submit"
        variant="contained"
        color={verdict === 'not_upheld' ? 'error' : 'primary'}
        disabled={busy}
      >
        {translate(verdict ? `support.verdicts.${verdict}` : 'support.decide')}
      </Button>
      <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
    </Box>
  )
}

function Inputs({ conversation: { complaint, locale } }: { conversation: Conversation }) {
  const translate = useTranslate()
  const language = useLanguageName()(locale)
  return (
    <>
      <RadioButtonGroupInput
        source="verdict"
        label="support.verdict"
        choices={choicesOf(VERDICTS, 'support.verdicts')}
        validate={required()}
        helperText={false}
      />
      <Effect against={complaint!.against} />
      <Box sx={{ color: 'text.secondary', fontSize: 13 }}>
        {translate('support.decide_why', { language })}
      </Box>
      <Part source="facts" />
      <Part source="rule" />
      <SelectInput
        source="machine"
        label="support.machine_label"
        choices={choicesOf(MACHINE_PARTS, 'support.machine')}
        validate={required()}
        helperText={false}
      />
      <Part source="can_be_done" />
    </>
  )
}

/** What the chosen decision will do. */
function Effect({ against }: { against: NonNullable<Conversation['complaint']>['against'] }) {
  const translate = useTranslate()
  const { verdict } = useWatch<Partial<Values>>()
  if (verdict === undefined) return null
  return (
    <Alert severity="info">
      {translate(verdict === 'upheld' ? `support.undoes.${against}` : 'support.not_upheld_does')}
    </Alert>
  )
}

const MAX_PART_LENGTH = 2000

const Part = ({ source }: { source: 'facts' | 'rule' | 'can_be_done' }) => (
  <TextInput
    source={source}
    label={`support.${source}`}
    helperText={`support.${source}_help`}
    multiline
    minRows={2}
    validate={required()}
    slotProps={{ htmlInput: { maxLength: MAX_PART_LENGTH } }}
  />
)
