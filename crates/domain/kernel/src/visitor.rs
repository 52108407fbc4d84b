//! Facts about the device and the programs of a visitor.

use crate::words;

words! {
    /// Device type.
    Device {
        /// Phone.
        Mobile = "mobile",
        /// Tablet computer, or a reader of books.
        Tablet = "tablet",
        /// Computer with a keyboard.
        Desktop = "desktop",
    }
}

words! {
    /// Operating system.
    Os {
        /// iOS or iPadOS.
        Ios = "ios",
        /// Android.
        Android = "android",
        /// Windows.
        Windows = "windows",
        /// macOS.
        Macos = "macos",
        /// Linux on a desktop computer.
        Linux = "linux",
        /// ChromeOS.
        Chromeos = "chromeos",
    }
}

words! {
    /// Web browser.
    Browser {
        /// Chrome or Chromium.
        Chrome = "chrome",
        /// Safari.
        Safari = "safari",
        /// Firefox.
        Firefox = "firefox",
        /// Edge.
        Edge = "edge",
        /// Opera.
        Opera = "opera",
        /// Samsung Internet.
        Samsung = "samsung",
    }
}

words! {
    /// App whose built-in browser shows the page.
    InApp {
        /// Instagram.
        Instagram = "instagram",
        /// TikTok under all its brands.
        Tiktok = "tiktok",
        /// Facebook or Messenger.
        Facebook = "facebook",
        /// Snapchat.
        Snapchat = "snapchat",
        /// X, formerly Twitter.
        X = "x",
        /// Telegram.
        Telegram = "telegram",
        /// Reddit.
        Reddit = "reddit",
        /// Threads.
        Threads = "threads",
        /// LinkedIn.
        Linkedin = "linkedin",
        /// Pinterest.
        Pinterest = "pinterest",
        /// WeChat.
        Wechat = "wechat",
        /// LINE.
        Line = "line",
        /// WhatsApp.
        Whatsapp = "whatsapp",
        /// Viber.
        Viber = "viber",
        /// Discord.
        Discord = "discord",
        /// App without a word of its own.
        Unknown = "unknown",
        /// Not inside an app: a standalone browser.
        None = "none",
    }
}
