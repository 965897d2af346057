// Where no mail is set up: a draft as its members will read it, in each of its languages, before it is proposed.
import type { AdminBroadcast } from '@fairturn/contract/backoffice/broadcasts'
import { LOCALES } from '@fairturn/contract/locales'
import {
  Button,
  type ButtonProps,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material'
import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { TitleOf } from '../components/ActionDialog.tsx'
import { takeFocus } from '../components/forms.ts'
import { useLanguageName } from '../components/Languages.tsx'
import { BroadcastPreview } from './BroadcastPreview.tsx'

interface Props {
  broadcast: Pick<AdminBroadcast, 'texts' | 'path'>
  button: ButtonProps
  onRead: () => void
}

export function TrialOnScreen({ broadcast: { texts, path }, button, onRead }: Props) {
  const translate = useTranslate()
  const nameOf = useLanguageName()
  const titleId = useId()
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    onRead()
  }
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {translate('broadcasts.show_me')}
      </Button>
      {isOpen && (
        <Dialog open onClose={close} maxWidth="xs" fullWidth aria-labelledby={titleId}>
          <DialogTitle id={titleId}>
            {translate('broadcasts.show_me')}
            <TitleOf>{texts.vn.title}</TitleOf>
          </DialogTitle>
          <DialogContent sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
            <DialogContentText>{translate('broadcasts.show_me_why')}</DialogContentText>
            {LOCALES.filter((locale) => texts[locale] !== undefined).map((locale) => (
              <BroadcastPreview
                key={locale}
                texts={texts}
                path={path}
                locale={locale}
                name={nameOf(locale)}
              />
            ))}
          </DialogContent>
          <DialogActions>
            <Button variant="contained" onClick={close} ref={takeFocus}>
              {translate('app.done')}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
