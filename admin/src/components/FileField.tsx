import { ApiFailure } from '@fairturn/ui/failure.ts'
import { Alert, AlertTitle, Box } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { ChooserButton } from './ChooserButton.tsx'

/** File input with picker and drag and drop. */
export function FileField({ accept, onFile }: { accept: string; onFile: (file: File) => void }) {
  const translate = useTranslate()
  const [name, setName] = useState<string>()
  const [over, setOver] = useState(false)
  const take = (file: File | undefined) => {
    if (file === undefined) return
    setName(file.name)
    onFile(file)
  }
  return (
    <Box
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files[0])
      }}
      sx={{
        border: '1px dashed',
        borderColor: over ? 'primary.main' : 'text.secondary',
        borderRadius: 1,
        p: 2,
        textAlign: 'center',
      }}
    >
      <ChooserButton label={translate('money.file.choose')} accept={accept} onFile={take} first>
        {name === undefined ? translate('money.file.choose') : translate('money.file.chosen', { name })}
      </ChooserButton>
    </Box>
  )
}

/** Why a file was rejected, and where in the file. */
export function FileRefusal({ failure }: { failure: unknown }) {
  const translate = useTranslate()
  if (failure === undefined || failure === null) return null
  const known = failure instanceof ApiFailure ? failure : undefined
  const { why, where } = (known?.details ?? {}) as { why?: string; where?: string | number }
  return (
    <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
      <AlertTitle>{translate('money.file.refused')}</AlertTitle>
      <Box sx={{ '&::first-letter': { textTransform: 'uppercase' } }}>
        {translate(known?.message ?? 'ra.message.error', { _: known?.message ?? '' })}
      </Box>
      {why !== undefined && <div>{translate(`money.file.flaws.${why}`, { _: why })}</div>}
      {where !== undefined && <div>{translate('money.file.at', { where: String(where) })}</div>}
    </Alert>
  )
}
