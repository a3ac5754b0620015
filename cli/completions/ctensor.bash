# Completion of ctensor for bash.
_ctensor() {
  local current=${COMP_WORDS[COMP_CWORD]} command='' word
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in info | convert | diff | bench) command=$word ;; esac
  done
  case ${COMP_WORDS[COMP_CWORD-1]} in
    --layout) COMPREPLY=($(compgen -W 'c fortran' -- "$current")); return ;;
    --dtype)
      COMPREPLY=($(compgen -W 'bool uint8 int8 int16 int32 int64 float16 float32 float64 complex32 complex64 complex128
        bfloat16 uint16 uint32 uint64' -- "$current"))
      return
      ;;
  esac
  local options='--json --quiet --help'
  case $command in
    '') COMPREPLY=($(compgen -W "info convert diff bench $options --version" -- "$current")); return ;;
    info) options+=' --brief' ;;
    convert) options+=' --dtype --layout --tensor --compress' ;;
    diff) options+=' --rtol --atol' ;;
    bench) options+=' --threads' ;;
  esac
  case $current in
    -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
    *) COMPREPLY=($(compgen -f -- "$current")) ;;
  esac
}
complete -o filenames -F _ctensor ctensor
