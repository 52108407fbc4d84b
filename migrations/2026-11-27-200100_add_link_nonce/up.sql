-- A part of the keys under which the domain's links are created at the engine. It is made with the first of them.
ALTER TABLE domains ADD COLUMN link_nonce text;
