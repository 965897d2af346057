// Owns settings, content pages, popups and kept images. Must never let through HTML or files as they came.
export { changeSetting, settingsOf, type SettingValues, siteTitle } from './settings.ts'
export { filesFolder, keepFile, removeAvatar } from './images.ts'
export { contentRoutes, publicSettings } from './content.routes.ts'
