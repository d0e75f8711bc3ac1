/** Where the choice of light, dark or auto is kept on this device. */
export const COLOR_SCHEME_KEY = 'akada.scheme';

/**
 * Goes into the head of every page, in a script with the nonce, before the style sheets paint.
 * No more than the attribute: from then on color-scheme.ts follows the choice and the device.
 */
export const colorSchemeScript = `(function(){var s;try{s=localStorage.getItem('${COLOR_SCHEME_KEY}')}catch(e){}document.documentElement.setAttribute('data-mantine-color-scheme',s==='light'||s==='dark'?s:matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light')})()`;
