// For the development server only: an untranslated text falls back to English.
import config from './lingui.config.ts'

export default { ...config, fallbackLocales: { default: 'en' } }
