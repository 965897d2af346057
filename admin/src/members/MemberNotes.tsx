// Notes on a member, and tags. A note is never changed: a correction is another one, and the first stays, marked.
import { type MemberNote, NOTE_LENGTH } from '@fairturn/contract/backoffice/members'
import { Box, Button, Paper, Typography } from '@mui/material'
import { useState } from 'react'
import { required, TextInput, useTranslate } from 'react-admin'
import { ActionButton } from '../components/ActionDialog.tsx'
import { ActionForm } from '../components/ActionForm.tsx'
import { formatTime } from '../components/format.ts'
import { Heading } from '../components/headings.tsx'
import { Tags, useMayWriteNotes, useNotes } from './MemberTags.tsx'
import type { TabProps } from './tab-props.ts'

const WRITE = 'POST backoffice/members/:member_id/notes'
interface Values {
  text: string
}

export function MemberNotes({ member }: TabProps) {
  const { _id: member_id, closed_at } = member
  const translate = useTranslate()
  const writes = useMayWriteNotes() && closed_at === null
  const { rows, more } = useNotes(member_id)
  return (
    <>
      <Box component="section">
        <Heading text="notes.tags" />
        <Tags member_id={member_id} />
      </Box>
      <Box component="section" sx={{ display: 'grid', gap: 1.5, maxWidth: 760 }}>
        <Heading text="notes.notes" />
        {writes && <NewNote member_id={member_id} />}
        {rows?.length === 0 && <Typography color="text.secondary">{translate('notes.none')}</Typography>}
        {rows?.map((note) => (
          <Note key={note._id} member={member} note={note} writes={writes} />
        ))}
        {more && (
          <Button size="small" onClick={more} sx={{ justifySelf: 'start' }}>
            {translate('app.more')}
          </Button>
        )}
      </Box>
    </>
  )
}

function NewNote({ member_id }: { member_id: string }) {
  const translate = useTranslate()
  // Each note that is saved leaves an empty form.
  const [written, setWritten] = useState(0)
  return (
    <ActionForm<typeof WRITE, Values>
      key={written}
      endpoint={WRITE}
      form="new"
      input={({ text }) => ({ params: { member_id }, body: { text } })}
      done="notes.saved"
      onDone={() => setWritten(written + 1)}
    >
      {(busy) => (
        <Box sx={{ display: 'grid', gap: 1 }}>
          <NoteInput />
          <Button type="submit" variant="contained" disabled={busy} sx={{ justifySelf: 'start' }}>
            {translate('notes.save')}
          </Button>
        </Box>
      )}
    </ActionForm>
  )
}

const NoteInput = () => (
  <TextInput
    source="text"
    label="notes.text"
    helperText="notes.help"
    multiline
    minRows={3}
    validate={required()}
    slotProps={{ htmlInput: { maxLength: NOTE_LENGTH } }}
  />
)

interface NoteProps {
  member: TabProps['member']
  note: MemberNote
  writes: boolean
}

function Note({ member: { _id: member_id, username }, note, writes }: NoteProps) {
  const translate = useTranslate()
  const { ended } = note
  const params = { member_id }
  const of = translate('notes.of', { username, when: formatTime(note.at) })
  return (
    <Paper component="article" variant="outlined" sx={{ p: 1.5, ...(ended && { borderStyle: 'dashed' }) }}>
      <Typography
        sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', ...(ended && { color: 'text.secondary' }) }}
      >
        {note.text}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center', mt: 0.5 }}>
        <Typography variant="caption" color="text.secondary" sx={{ mr: 'auto' }}>
          {translate('notes.by', { who: note.by.username, when: formatTime(note.at) })}
          {note.replaces && ` · ${translate('notes.a_correction')}`}
          {ended &&
            ` · ${translate(ended.corrected ? 'notes.corrected' : 'notes.ended', {
              who: ended.by.username,
              when: formatTime(ended.at),
            })}`}
        </Typography>
        {writes && !ended && (
          <>
            <ActionButton<typeof WRITE, Values>
              button={{ size: 'small' }}
              endpoint={WRITE}
              form={`correct ${note._id}`}
              input={({ text }) => ({ params, body: { text, replaces: note._id } })}
              defaultValues={{ text: note.text }}
              title={translate('notes.correct')}
              of={of}
              why={translate('notes.correct_why')}
              done="notes.saved"
              wide
            >
              <NoteInput />
            </ActionButton>
            <ActionButton<typeof WRITE, object>
              button={{ size: 'small' }}
              endpoint={WRITE}
              form={`end ${note._id}`}
              input={() => ({ params, body: { replaces: note._id } })}
              title={translate('notes.end')}
              of={of}
              why={translate('notes.end_why')}
              done="notes.done"
            />
          </>
        )}
      </Box>
    </Paper>
  )
}
