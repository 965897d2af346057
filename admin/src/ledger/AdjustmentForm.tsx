import { type AdjustmentKind, ADJUSTMENTS } from '@fairturn/contract/backoffice/ledger'
import { REFUND_SUBJECTS } from '@fairturn/contract/backoffice/manual-adjustments'
import { asksBic } from '@fairturn/contract/countries'
// Forms for adjustments, exceptional refunds and payout accounts; each creates a proposal that another
// operator approves. The URL selects the form.
import { Alert, Box, Button, Paper, Tab, Tabs, Typography } from '@mui/material'
import { type ReactNode, useState } from 'react'
import {
  FormDataConsumer,
  required,
  SelectInput,
  TextInput,
  Title,
  useCanAccess,
  useTranslate,
} from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { ReasonInput, type ReasonValues } from '../components/ActionDialog.tsx'
import { ActionForm } from '../components/ActionForm.tsx'
import { choicesOf } from '../components/forms.ts'
import { GoTo } from '../components/GoTo.tsx'
import { ReasonTemplates } from '../components/ReasonTemplates.tsx'
import { ReferenceInput } from '../components/ReferenceInput.tsx'
import { amountProblem, wireAmount } from '../components/typed-amount.ts'
import type { CallInput, CallName, DataOf } from '../shell/api.ts'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { ProposalAlert } from '../staff/ProposalAlert.tsx'

const ACTIONS = ['adjustment', 'refund', 'payout_account'] as const
const KINDS = Object.keys(ADJUSTMENTS) as [AdjustmentKind, ...AdjustmentKind[]]
const NO_OWNER = new Set(['cash', 'revenue'])

export function AdjustmentForm() {
  const translate = useTranslate()
  const [chosen, choose] = useSearchParams()
  const { canAccess } = useCanAccess({ resource: 'adjustments', action: 'create' })
  const action = ACTIONS.find((one) => one === chosen.get('act')) ?? 'adjustment'
  const member_id = chosen.get('member_id') ?? ''
  const conversation_id = chosen.get('conversation_id')
  return (
    <Box sx={{ display: 'grid', gap: 2, py: 2, maxWidth: 640 }}>
      <Title title={translate('resources.adjustments.name', { smart_count: 2 })} />
      <Tabs value={action}>
        {ACTIONS.map((one) => (
          <Tab
            key={one}
            value={one}
            label={translate(`adjustments.acts.${one}`)}
            // Not `onChange`: a press on the tab that is still shown takes back one that is not shown yet.
            onClick={() => choose({ act: one })}
          />
        ))}
      </Tabs>
      {canAccess === false && <Alert severity="info">{translate('adjustments.not_yours')}</Alert>}
      {canAccess && action === 'adjustment' && <Adjustment />}
      {canAccess && action === 'refund' && <Refund member_id={member_id} conversation_id={conversation_id} />}
      {canAccess && action === 'payout_account' && <PayoutAccount member_id={member_id} />}
    </Box>
  )
}

type ProposalName = {
  [Name in CallName]: DataOf<Name> extends { proposal_id: string } ? Name : never
}[CallName]

interface ProposalFormProps<Name extends ProposalName, Values extends ReasonValues> {
  endpoint: Name
  input(this: void, values: Values): CallInput<Name>
  why: string
  defaultValues: Partial<Values>
  children: ReactNode
  /** For a reason that the member reads. */
  templates?: ReactNode
}

/** A form that creates a proposal, shows a link to it, and is reset. */
function ProposalForm<Name extends ProposalName, Values extends ReasonValues>(
  props: ProposalFormProps<Name, Values>,
) {
  const { why, children, templates, ...action } = props
  const translate = useTranslate()
  const [proposed, setProposed] = useState<string>()
  return (
    <Paper variant="outlined" sx={{ p: 2 }}>
      <ActionForm<Name, Values>
        key={proposed}
        {...action}
        onDone={(data) => setProposed((data as { proposal_id: string }).proposal_id)}
      >
        {(busy) => (
          <Box sx={{ display: 'grid', gap: 1 }}>
            <Typography color="text.secondary">{why}</Typography>
            {children}
            {templates}
            <ReasonInput help="adjustments.reason_help" />
            <Button type="submit" variant="contained" disabled={busy} sx={{ justifySelf: 'start' }}>
              {translate('adjustments.propose')}
            </Button>
            {proposed !== undefined && (
              <ProposalAlert id={proposed} done>
                {translate('adjustments.proposed')}
              </ProposalAlert>
            )}
          </Box>
        )}
      </ActionForm>
    </Paper>
  )
}

const trimmed = (typed: string) => typed.trim()

const AmountInput = () => (
  <TextInput
    source="amount"
    label="entries.amount"
    helperText="adjustments.amount_help"
    validate={[required(), amountProblem()]}
    slotProps={{ htmlInput: { inputMode: 'decimal' } }}
  />
)

const MemberInput = () => <ReferenceInput source="member_id" label="adjustments.member_id" of="member" />

type SideKind = (typeof ADJUSTMENTS)[AdjustmentKind]['from' | 'to'][number]
interface SideValues {
  kind?: SideKind
  holder_id?: string
}
interface AdjustmentValues extends ReasonValues {
  adjustment: AdjustmentKind
  /** By kind of adjustment, because each moves money between other accounts. */
  sides?: Partial<Record<AdjustmentKind, Record<'from' | 'to', SideValues>>>
  amount: string
  refers_to: string
  corrects?: string
}

function Adjustment() {
  const translate = useTranslate()
  return (
    <ProposalForm
      endpoint="POST backoffice/ledger/adjustments"
      input={({ sides, corrects, ...body }: AdjustmentValues) => {
        const side = (name: 'from' | 'to') => {
          const { kind = ADJUSTMENTS[body.adjustment][name][0], holder_id } =
            sides?.[body.adjustment]?.[name] ?? {}
          return { kind, ...(!NO_OWNER.has(kind) && { holder_id }) }
        }
        const from = side('from')
        const corrected = from.kind === 'member_available' && corrects !== undefined && { corrects }
        return { body: { ...body, amount: wireAmount(body.amount), from, to: side('to'), ...corrected } }
      }}
      why={translate('adjustments.why')}
      defaultValues={{ adjustment: 'goodwill' }}
    >
      <FormDataConsumer<AdjustmentValues>>
        {({ formData: { adjustment } }) => (
          <>
            <SelectInput
              source="adjustment"
              label="adjustments.kind"
              choices={choicesOf(KINDS, 'adjustments.kinds')}
              validate={required()}
              helperText={`adjustments.kinds_why.${adjustment}`}
            />
            <Side key={`${adjustment} from`} adjustment={adjustment} name="from" />
            <Side key={`${adjustment} to`} adjustment={adjustment} name="to" />
            {(ADJUSTMENTS[adjustment].from as readonly SideKind[]).includes('member_available') && (
              <ReferenceInput
                source="corrects"
                label="adjustments.corrects"
                of="entry"
                help="adjustments.corrects_help"
              />
            )}
          </>
        )}
      </FormDataConsumer>
      <AmountInput />
      <ReferenceInput source="refers_to" label="entries.refers_to" of="subject" free />
    </ProposalForm>
  )
}

function Side({ adjustment, name }: { adjustment: AdjustmentKind; name: 'from' | 'to' }) {
  const kinds: readonly SideKind[] = ADJUSTMENTS[adjustment][name]
  const source = `sides.${adjustment}.${name}`
  return (
    <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap' }}>
      <SelectInput
        source={`${source}.kind`}
        label={`adjustments.${name}`}
        choices={choicesOf(kinds, 'accounts.kinds')}
        defaultValue={kinds[0]}
        validate={required()}
        helperText={false}
        fullWidth={false}
        sx={{ minWidth: 220 }}
      />
      <FormDataConsumer<AdjustmentValues>>
        {({ formData: { sides } }) => {
          const kind = sides?.[adjustment]?.[name]?.kind ?? kinds[0]
          return (
            kind !== undefined &&
            !NO_OWNER.has(kind) && (
              <ReferenceInput
                key={kind}
                source={`${source}.holder_id`}
                label={kind.startsWith('member') ? 'adjustments.member_id' : 'adjustments.campaign_id'}
                of={
                  kind.startsWith('member') ? 'member' : kind.startsWith('campaign') ? 'campaign' : 'holder'
                }
                sx={{ flex: 1, minWidth: 260 }}
              />
            )
          )
        }}
      </FormDataConsumer>
    </Box>
  )
}

interface RefundValues extends ReasonValues {
  member_id: string
  amount: string
  subject: (typeof REFUND_SUBJECTS)[number]
  refers_to: string
}

interface RefundProps {
  member_id: string
  /** Out of which it is paid: then it is about that, and its member is who gets it. */
  conversation_id: string | null
}

function Refund({ member_id, conversation_id }: RefundProps) {
  const translate = useTranslate()
  const about = conversation_id === null ? 'order' : 'conversation'
  return (
    <ProposalForm
      endpoint="POST backoffice/members/:member_id/refund"
      input={({ member_id: of, ...body }: RefundValues) => ({
        params: { member_id: of },
        body: { ...body, amount: wireAmount(body.amount) },
      })}
      why={translate('adjustments.refund_why')}
      defaultValues={{ subject: about, member_id, ...(conversation_id && { refers_to: conversation_id }) }}
      templates={
        <FormDataConsumer<RefundValues>>
          {({ formData: { member_id: of } }) => <RefundTemplates member_id={of} />}
        </FormDataConsumer>
      }
    >
      <MemberInput />
      <AmountInput />
      {conversation_id === null ? <SubjectInputs /> : <OfConversation conversation_id={conversation_id} />}
    </ProposalForm>
  )
}

/** A conversation is named by its own page alone. */
const NAMED_SUBJECTS = REFUND_SUBJECTS.filter((subject) => subject !== 'conversation')

const SubjectInputs = () => (
  <>
    <SelectInput
      source="subject"
      label="adjustments.subject"
      choices={choicesOf(NAMED_SUBJECTS, 'adjustments.subjects')}
      validate={required()}
      helperText={false}
    />
    <FormDataConsumer<RefundValues>>
      {({ formData: { subject } }) => (
        <ReferenceInput
          key={subject}
          source="refers_to"
          label="adjustments.subject_id"
          of={subject === 'order' || subject === 'campaign' ? subject : 'holder'}
        />
      )}
    </FormDataConsumer>
  </>
)

function OfConversation({ conversation_id }: { conversation_id: string }) {
  const translate = useTranslate()
  return (
    <Alert severity="info">
      {translate('adjustments.of_conversation')}{' '}
      <GoTo to={`/conversations/${conversation_id}/show`}>{translate('adjustments.open_conversation')}</GoTo>
    </Alert>
  )
}

/** In the language of the member who was named. */
function RefundTemplates({ member_id: text = '' }: { member_id: string | undefined }) {
  const named = { query: { text, of: 'member' } } as const
  const { data } = useEndpointQuery('GET backoffice/names', named, { enabled: text !== '', silent: true })
  return <ReasonTemplates locale={data?.locale} templates="refund" />
}

/** As in the member's form: of an IBAN alone, once its country is typed. */
const isBicAsked = ({ iban, bank_code }: Pick<PayoutAccountValues, 'iban' | 'bank_code'>): boolean =>
  !bank_code && asksBic(iban ?? '')

interface PayoutAccountValues extends ReasonValues {
  member_id: string
  holder: string
  iban?: string
  swift?: string
  bank_code?: string
  account_number?: string
}

function PayoutAccount({ member_id }: { member_id: string }) {
  const translate = useTranslate()
  const optional = { helperText: false, parse: trimmed } as const
  return (
    <ProposalForm
      endpoint="POST backoffice/members/:member_id/payout-account"
      input={({ member_id: of, swift, ...body }: PayoutAccountValues) => ({
        params: { member_id: of },
        // What was typed before another account was is not sent.
        body: { ...body, ...(swift && isBicAsked(body) && { swift }) },
      })}
      why={translate('adjustments.payout_account_why')}
      defaultValues={{ member_id }}
    >
      <MemberInput />
      <TextInput source="holder" label="adjustments.holder" validate={required()} helperText={false} />
      <TextInput source="iban" label="adjustments.iban" {...optional} />
      <FormDataConsumer<PayoutAccountValues>>
        {({ formData }) =>
          isBicAsked(formData) && (
            <TextInput
              source="swift"
              label="adjustments.swift"
              helperText="adjustments.swift_why"
              validate={required()}
              parse={trimmed}
              slotProps={{ htmlInput: { maxLength: 11 } }}
            />
          )
        }
      </FormDataConsumer>
      <Box sx={{ display: 'flex', gap: 1.5 }}>
        <TextInput source="bank_code" label="adjustments.bank_code" {...optional} />
        <TextInput source="account_number" label="adjustments.account_number" {...optional} />
      </Box>
    </ProposalForm>
  )
}
