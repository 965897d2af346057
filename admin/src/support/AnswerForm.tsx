// The answer to a conversation: typed or begun with a template, kept until it is sent, and refused if somebody has written since.
import type { AnswerTemplate } from '@fairturn/contract/backoffice/support'
import type { Locale } from '@fairturn/contract/locales'
import { MAX_MESSAGE_LENGTH } from '@fairturn/contract/support'
import type { ApiFailure } from '@fairturn/ui/failure.ts'
import { Alert, Box, Button, MenuItem, TextField, Typography } from '@mui/material'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { required, TextInput, useRefresh, useTranslate } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { ActionForm } from '../components/ActionForm.tsx'
import { useDrafts } from '../components/drafts.tsx'
import { formatTime } from '../components/format.ts'
import { GoTo } from '../components/GoTo.tsx'
import { useLanguageName } from '../components/Languages.tsx'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { useFailureText } from '../shell/failures.ts'
import { useMay } from '../shell/may.ts'
import type { Conversation } from './conversation.ts'

const ANSWER = 'POST backoffice/conversations/:conversation_id/answer'
interface Values {
  message: string
}
interface Refused {
  readonly failure: ApiFailure
  /** The newest message when it was sent. */
  readonly after: string | undefined
}

interface Props {
  conversation: Conversation
  /** Of the text field, for the key that leads to it. */
  field: RefObject<HTMLTextAreaElement | null>
  onSent: () => Promise<unknown>
}

export function AnswerForm({ conversation, field, onSent }: Props) {
  const { _id: conversation_id, thread, locale } = conversation
  const translate = useTranslate()
  const refresh = useRefresh()
  const offered = useMay()(ANSWER)
  const params = { conversation_id }
  const { clear } = useDrafts({ form: ANSWER, about: params })
  // Each answer that was sent or proposed leaves an empty form.
  const [written, setWritten] = useState(0)
  const [refused, setRefused] = useState<Refused>()
  if (!offered) return <Typography color="text.secondary">{translate('support.only_read')}</Typography>
  const newest = thread.at(-1)?._id
  function show(failure: ApiFailure): boolean {
    setRefused({ failure, after: newest })
    if (failure.kind !== 'refused') return true
    refresh()
    // Its text is in the proposal now, which is shown above.
    if (failure.code === 'this_text_takes_two_people') {
      clear()
      setWritten(written + 1)
    }
    return true
  }
  return (
    <ActionForm<typeof ANSWER, Values>
      key={written}
      endpoint={ANSWER}
      input={({ message }) => ({
        params,
        body: { message, ...(newest !== undefined && { after: newest }) },
      })}
      shows={show}
      leaves
      onDone={async () => {
        setRefused(undefined)
        setWritten(written + 1)
        await onSent()
      }}
    >
      {(busy) => (
        <Box sx={{ display: 'grid', gap: 1 }}>
          <Templates locale={locale} />
          <MessageInput field={field} />
          {refused && !busy && <NotSent {...refused} thread={thread} />}
          <Button type="submit" variant="contained" disabled={busy} sx={{ justifySelf: 'start' }}>
            {translate('support.send')}
          </Button>
        </Box>
      )}
    </ActionForm>
  )
}

/** Why an answer was not sent, and who was faster, once what they wrote is there. */
function NotSent({ failure, after, thread }: Refused & Pick<Conversation, 'thread'>) {
  const translate = useTranslate()
  const textOf = useFailureText()
  if (failure.code === 'this_text_takes_two_people')
    return <Alert severity="info">{translate('support.proposed')}</Alert>
  if (failure.code !== 'somebody_else_has_changed_this')
    return <Alert severity="error">{textOf(failure)}</Alert>
  const newest = thread.at(-1)
  const by = newest === undefined || newest._id === after ? 'anybody' : newest.by
  return (
    <Alert severity="warning">
      {translate(`support.newer.${by}`, {
        who: newest?.written_by?.username ?? translate('support.by_staff'),
        when: formatTime(newest?.at ?? null),
      })}
    </Alert>
  )
}

/** Enter with Ctrl sends; alone it makes a line, as everywhere. */
function sendByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  ;(event.target as HTMLTextAreaElement).form?.requestSubmit()
}

const MessageInput = ({ field }: { field: Props['field'] }) => (
  <TextInput
    source="message"
    label="support.answer"
    helperText="support.answer_help"
    multiline
    minRows={4}
    validate={required()}
    onKeyDown={sendByKey}
    inputRef={field}
    slotProps={{ htmlInput: { maxLength: MAX_MESSAGE_LENGTH } }}
  />
)

/** In the language that is written to us; one that is chosen is put behind what was typed. */
function Templates({ locale }: { locale: Locale }) {
  const translate = useTranslate()
  const language = useLanguageName()(locale)
  const { getValues, setValue } = useFormContext<Values>()
  const { data } = useEndpointQuery(
    'GET backoffice/answer-templates',
    { query: { locale } },
    { silent: true },
  )
  if (data === undefined) return null
  const manage = <GoTo to="/answer-templates">{translate('support.templates.all')}</GoTo>
  if (data.list.length === 0)
    return (
      <Typography variant="body2" color="text.secondary">
        {translate('support.no_templates', { language })} {manage}
      </Typography>
    )
  const insert = ({ text }: AnswerTemplate) => {
    const typed = (getValues('message') ?? '').trimEnd()
    setValue('message', typed === '' ? text : `${typed}\n\n${text}`, {
      shouldDirty: true,
      shouldTouch: true,
      shouldValidate: true,
    })
  }
  return (
    <TextField
      select
      size="small"
      margin="dense"
      fullWidth
      label={translate('support.template')}
      value=""
      helperText={
        <>
          {translate('support.template_help', { language })} {manage}
        </>
      }
    >
      {data.list.map((template) => (
        <MenuItem
          key={template._id}
          value={template._id}
          onClick={() => insert(template)}
          sx={{ whiteSpace: 'normal', maxWidth: 480, display: 'block' }}
        >
          <b>{template.name}</b>
          <Typography variant="caption" component="div" color="text.secondary" noWrap>
            {template.text}
          </Typography>
        </MenuItem>
      ))}
    </TextField>
  )
}
