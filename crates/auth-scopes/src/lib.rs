//! API keys and rights: token format and hashing, scopes, the tab/function dictionary, members, minting.
