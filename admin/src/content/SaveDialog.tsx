// Saving published content: asks for the reason, reports a colleague's concurrent change, and reloads.
import { Button } from '@mui/material'
import { useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { ActDialog } from '../ActionDialog.tsx'
import { textOf } from '../forms.ts'

interface SaveDialogProps {
  label: string
  why?: string
  /** What is said when it is done. */
  done?: string
  disabled?: boolean
  variant?: 'contained' | 'outlined'
  save: (reason: string) => Promise<void>
}

export function SaveWithReason({
  label,
  why,
  done = 'site.saved',
  disabled = false,
  variant = 'contained',
  save,
}: SaveDialogProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const [open, setOpen] = useState(false)
  async function act(form: FormData) {
    await save(textOf(form, 'reason'))
    notify(done, { type: 'success' })
  }
  return (
    <>
      <Button variant={variant} disabled={disabled} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <ActDialog
          title={label}
          why={why ?? translate('site.save_why')}
          with_reason
          act={act}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
