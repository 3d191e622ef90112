// The parts of the browser that the library of tsc doesn't describe.

interface ExtensionEvent<Listener> {
  addListener(listener: Listener): void;
}
interface ExtensionTab {
  id?: number;
  url?: string;
  title?: string;
  status?: string;
  incognito?: boolean;
}
interface MessageSender {
  id?: string;
  frameId?: number;
  url?: string;
  tab?: ExtensionTab;
}
type MenuClick = { menuItemId: string | number; linkUrl?: string; linkText?: string; frameId?: number };

/** The interface of extensions, as far as it is used. */
declare const chrome: {
  action: any;
  i18n: { getMessage(key: string, values?: string[]): string; getUILanguage(): string };
  commands: { getAll(): Promise<{ name?: string; shortcut?: string }[]> };
  contextMenus: { removeAll(done: () => void): void; create(item: object): void; onClicked: ExtensionEvent<(click: MenuClick, tab?: ExtensionTab) => void> };
  permissions: {
    contains(wanted: object): Promise<boolean>;
    request(wanted: object): Promise<boolean>;
    remove(wanted: object): Promise<boolean>;
    getAll(): Promise<object>;
    onRemoved: ExtensionEvent<(removed: { permissions?: string[] }) => void>;
  };
  runtime: {
    id: string;
    getURL(path: string): string;
    getManifest(): { version: string };
    getPlatformInfo(): Promise<{ os: string }>;
    openOptionsPage(): Promise<void>;
    sendMessage(message: object): Promise<any>;
    onInstalled: ExtensionEvent<(details: { reason: string }) => void>;
    onMessage: ExtensionEvent<(message: any, sender: MessageSender, respond: (response: any) => void) => boolean>;
  };
  scripting: { executeScript(injection: object): Promise<{ result: any }[]> };
  storage: { local: any; session: any };
  tabs: {
    create(tab: { url: string }): Promise<ExtensionTab>;
    get(id: number): Promise<ExtensionTab>;
    query(query: object): Promise<ExtensionTab[]>;
    onUpdated: ExtensionEvent<(id: number, change: { status?: string; url?: string }) => void>;
    onActivated: ExtensionEvent<(tab: { tabId: number }) => void>;
    onRemoved: ExtensionEvent<(id: number) => void>;
  };
  windows: { create(window: object): Promise<unknown> };
};

interface Element {
  checkVisibility?(): boolean;
}

interface AbortSignalConstructor {
  any(signals: AbortSignal[]): AbortSignal;
  timeout(milliseconds: number): AbortSignal;
}
