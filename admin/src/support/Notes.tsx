// Internal notes of a conversation; a note is written once.
import { Box, Button, Paper, Typography } from '@mui/material'
import { type RefObject, useState } from 'react'
import { required, TextInput, useTranslate } from 'react-admin'
import { ActionForm } from '../components/ActionForm.tsx'
import { formatTime } from '../components/format.ts'
import { Heading } from '../components/headings.tsx'
import { useMay } from '../shell/may.ts'
import type { Conversation } from './conversation.ts'

const NOTE = 'POST backoffice/conversations/:conversation_id/note'
const MAX_NOTE_LENGTH = 2000
interface Values {
  text: string
}
type Field = RefObject<HTMLTextAreaElement | null>

export function Notes({ conversation, field }: { conversation: Conversation; field: Field }) {
  const translate = useTranslate()
  const writes = useMay()(NOTE)
  const { _id, notes } = conversation
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1 }}>
      <Heading text="support.notes" />
      {notes.length === 0 && (
        <Typography color="text.secondary">{translate('support.notes_none')}</Typography>
      )}
      {notes.map((note) => (
        <Paper key={note._id} component="article" variant="outlined" sx={{ p: 1.5, borderStyle: 'dashed' }}>
          <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{note.text}</Typography>
          <Typography variant="caption" color="text.secondary">
            {translate('support.by_at', { who: note.by.username, when: formatTime(note.at) })}
          </Typography>
        </Paper>
      ))}
      {writes && <NewNote conversation_id={_id} field={field} />}
    </Box>
  )
}

function NewNote({ conversation_id, field }: { conversation_id: string; field: Field }) {
  const translate = useTranslate()
  // Each note that is saved leaves an empty form.
  const [written, setWritten] = useState(0)
  return (
    <ActionForm<typeof NOTE, Values>
      key={written}
      endpoint={NOTE}
      input={({ text }) => ({ params: { conversation_id }, body: { text } })}
      done="support.note_saved"
      onDone={() => setWritten(written + 1)}
    >
      {(busy) => (
        <Box sx={{ display: 'grid', gap: 1 }}>
          <TextInput
            source="text"
            label="support.note"
            helperText="support.note_help"
            multiline
            minRows={2}
            validate={required()}
            inputRef={field}
            slotProps={{ htmlInput: { maxLength: MAX_NOTE_LENGTH } }}
          />
          <Button type="submit" variant="outlined" disabled={busy} sx={{ justifySelf: 'start' }}>
            {translate('support.note_save')}
          </Button>
        </Box>
      )}
    </ActionForm>
  )
}
