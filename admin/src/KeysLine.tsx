// Below a list: the keys it hears.
import { Typography } from '@mui/material'
import { useTranslate } from 'react-admin'

export const KeysLine = ({ also }: { also?: string }) => {
  const translate = useTranslate()
  return (
    <Typography variant="caption" color="text.secondary" sx={{ p: 1.5, display: 'block' }}>
      {also !== undefined && <>{translate(also)} </>}
      {translate('app.keys')}
    </Typography>
  )
}
